//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum state { WAITING = 1, RUNNING, SLEEPING, DONE, FAILED, GONE };

static const char letters[] = "wrsdfg";

struct task {
    enum state state;
    struct task *next;
};

/* More states than kinds of nodes are told apart; every task goes through them one by one. */
int main(void)
{
    struct task *tasks = NULL;
    while (__VERIFIER_nondet_int()) {
        int state = __VERIFIER_nondet_int();
        if (state < WAITING || state > GONE)
            continue;
        struct task *task = malloc(sizeof *task);
        task->state = state;
        task->next = tasks;
        tasks = task;
    }
    while (__VERIFIER_nondet_int()) {
        for (struct task *task = tasks; task != NULL; task = task->next)
            if (task->state != GONE)
                task->state++;
    }
    int used = 0;
    while (tasks != NULL) {
        struct task *next = tasks->next;
        used |= letters[tasks->state - 1];
        free(tasks);
        tasks = next;
    }
    return used;
}
