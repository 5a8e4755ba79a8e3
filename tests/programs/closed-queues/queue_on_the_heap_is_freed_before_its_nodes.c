//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

struct queue {
    struct node *front;
    int length;
};

int main(void)
{
    struct queue *queue = malloc(sizeof *queue);
    queue->front = NULL;
    queue->length = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->next = queue->front;
        queue->front = node;
    }
    free(queue);
    while (queue->front != NULL) { //~ error[use-after-free]
        struct node *node = queue->front;
        queue->front = node->next;
        free(node);
    }
    return 0;
}
