//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define PRIORITIES 3

struct task {
    int priority;
    struct task *next;
};

struct scheduler {
    int current;
    struct task *ready[PRIORITIES];
};

static struct task *choose(struct scheduler *scheduler)
{
    for (int priority = PRIORITIES - 1; priority > 0; priority--) {
        struct task *task = scheduler->ready[priority];
        if (task != NULL) {
            scheduler->ready[priority] = task->next;
            return task;
        }
    }
    return NULL;
}

int main(void)
{
    struct scheduler scheduler = { 0, { NULL, NULL, NULL } };
    while (__VERIFIER_nondet_int()) {
        struct task *task = malloc(sizeof *task);
        int priority = __VERIFIER_nondet_int();
        task->priority = priority < 0 || priority >= PRIORITIES ? 0 : priority;
        task->next = scheduler.ready[task->priority];
        scheduler.ready[task->priority] = task;
    }
    struct task *task;
    while ((task = choose(&scheduler)) != NULL) {
        scheduler.current = task->priority;
        free(task);
    }
    return 0; //~ error[memory-lost]
}
