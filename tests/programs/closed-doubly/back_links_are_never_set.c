//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *previous;
    int value;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->next = head;
        node->previous = NULL;
        head = node;
    }
    struct node *before = NULL;
    for (struct node *node = head; node != NULL; node = node->next) {
        before = node;
    }
    while (before != NULL) {
        struct node *previous = before->previous;
        free(before);
        before = previous;
    }
    return 0; //~ error[memory-lost]
}
