//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

struct queue {
    struct node *front;
    struct node *back;
};

static void put(struct queue *queue, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = NULL;
    if (queue->back == NULL)
        queue->front = node;
    else
        queue->back->next = node;
    queue->back = node;
}

static void take(struct queue *queue)
{
    struct node *node = queue->front;
    if (node == NULL)
        return;
    queue->front = node->next;
    if (queue->front == NULL)
        queue->back = NULL;
    free(node);
}

int main(void)
{
    struct queue queue = {NULL, NULL};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(&queue, 1);
        else
            take(&queue);
    }
    while (queue.front != NULL)
        take(&queue);
    return 0;
}
