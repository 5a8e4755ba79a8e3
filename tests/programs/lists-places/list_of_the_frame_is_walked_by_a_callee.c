//@ options: --malloc-never-fails --at-exit
#include <alloca.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct option {
    struct option *next;
    int letter;
};

static int count(const struct option *options, int letter)
{
    int found = 0;
    for (; options != NULL; options = options->next)
        if (options->letter == letter)
            found++;
    return found;
}

static void raise(struct option *options)
{
    for (struct option *option = options; option != NULL; option = option->next)
        option->letter -= 32;
}

static int parse(void)
{
    struct option *options = NULL;
    while (__VERIFIER_nondet_int()) {
        struct option *option = alloca(sizeof *option);
        option->letter = __VERIFIER_nondet_int();
        option->next = options;
        options = option;
    }
    raise(options);
    return count(options, 'V');
}

int main(void)
{
    int found = 0;
    while (__VERIFIER_nondet_int())
        found = parse();
    return found > 1;
}
