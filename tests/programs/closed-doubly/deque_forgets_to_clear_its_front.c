//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct task {
    int weight;
    struct task *before;
    struct task *after;
};

struct deque {
    struct task *front;
    struct task *back;
};

static void push_front(struct deque *deque, int weight)
{
    struct task *task = malloc(sizeof *task);
    task->weight = weight;
    task->before = NULL;
    task->after = deque->front;
    if (deque->front != NULL)
        deque->front->before = task;
    else
        deque->back = task;
    deque->front = task;
}

static void push_back(struct deque *deque, int weight)
{
    struct task *task = malloc(sizeof *task);
    task->weight = weight;
    task->after = NULL;
    task->before = deque->back;
    if (deque->back != NULL)
        deque->back->after = task;
    else
        deque->front = task;
    deque->back = task;
}

static int pop_back(struct deque *deque)
{
    struct task *task = deque->back;
    int weight = task->weight;
    deque->back = task->before;
    if (deque->back != NULL)
        deque->back->after = NULL;
    free(task);
    return weight;
}

int main(void)
{
    struct deque deque = { NULL, NULL };
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push_front(&deque, 1);
        else
            push_back(&deque, 2);
    }
    int sum = 0;
    for (struct task *task = deque.front; task != NULL; task = task->after)
        sum ^= task->weight;
    while (deque.back != NULL)
        sum ^= pop_back(&deque);
    if (deque.front != NULL)
        sum ^= deque.front->weight; //~ error[use-after-free]
    return sum;
}
