//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum state { WAITING = 1, RUNNING, SLEEPING, DONE, FAILED, GONE };

struct task {
    enum state state;
    struct task *next;
};

/* More states than kinds of nodes are told apart. */
static enum state successor(enum state state)
{
    switch (state) {
    case WAITING: return RUNNING;
    case RUNNING: return __VERIFIER_nondet_int() ? SLEEPING : DONE;
    case SLEEPING: return RUNNING;
    case DONE: return GONE;
    case FAILED: return GONE;
    case GONE: return GONE;
    }
    assert(0);
    return GONE;
}

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
            task->state = successor(task->state);
    }
    while (tasks != NULL) {
        struct task *next = tasks->next;
        free(tasks);
        tasks = next;
    }
    return 0;
}
