//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum state { WAITING = 1, RUNNING, SLEEPING, DONE, FAILED, GONE };

static const char letters[6] = "wrsdfg";

struct task {
    enum state state;
    struct task *next;
};

/* A task may be in a state behind the last one. */
int main(void)
{
    struct task *tasks = NULL;
    while (__VERIFIER_nondet_int()) {
        int state = __VERIFIER_nondet_int();
        if (state < WAITING || state > GONE + 2)
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
        used |= letters[tasks->state - 1]; //~ error[out-of-bounds]
        free(tasks);
        tasks = next;
    }
    return used;
}
