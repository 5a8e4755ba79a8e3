//@ options: --malloc-never-fails --at-exit
#include <alloca.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct option {
    struct option *next;
    int letter;
};

static struct option *parse(void)
{
    struct option *options = NULL;
    while (__VERIFIER_nondet_int()) {
        struct option *option = alloca(sizeof *option);
        option->letter = __VERIFIER_nondet_int();
        option->next = options;
        options = option;
    }
    return options;
}

int main(void)
{
    int sum = 0;
    for (struct option *option = parse(); option != NULL; option = option->next)
        sum += option->letter; //~ error[use-after-scope]
    return sum == 0;
}
