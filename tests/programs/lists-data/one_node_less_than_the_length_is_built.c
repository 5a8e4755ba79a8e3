//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    int length = __VERIFIER_nondet_int();
    if (length < 1)
        return 0;
    struct node *head = NULL;
    for (int i = 1; i < length; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    for (int i = 0; i < length; i++) {
        struct node *next = head->next; //~ error[null-dereference]
        free(head);
        head = next;
    }
    return 0;
}
