//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *express;
    int stops;
};

int main(void)
{
    struct node *head = NULL;
    struct node *express = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->express = NULL;
        node->stops = 0;
        if (__VERIFIER_nondet_int()) {
            node->express = express;
            express = node;
        }
        head = node;
    }
    for (struct node *node = express; node != NULL; node = node->express)
        node->stops++;
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
