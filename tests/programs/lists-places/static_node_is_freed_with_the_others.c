//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct command {
    const char *name;
    struct command *next;
};

static struct command quit = { "quit", NULL };
static struct command help = { "help", &quit };
static struct command *commands = &help;

static void add(const char *name)
{
    struct command *command = malloc(sizeof *command);
    command->name = name;
    command->next = commands;
    commands = command;
}

int main(void)
{
    while (__VERIFIER_nondet_int())
        add("user");
    while (commands != &quit) {
        struct command *command = commands;
        commands = command->next;
        free(command); //~ error[free-not-heap]
    }
    return 0;
}
