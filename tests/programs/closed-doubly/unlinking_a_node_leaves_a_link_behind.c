//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *previous;
    int value;
};

static struct node *build(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->previous = NULL;
        node->next = head;
        if (head != NULL)
            head->previous = node;
        head = node;
    }
    return head;
}

int main(void)
{
    struct node *head = build();
    struct node *node = head;
    while (node != NULL && __VERIFIER_nondet_int())
        node = node->next;
    if (node != NULL) {
        if (node->next != NULL)
            node->next->previous = node->previous;
        if (node->previous != NULL)
            node->previous->next = node;
        else
            head = node->next;
        free(node);
    }
    while (head != NULL) {
        struct node *next = head->next; //~ error[use-after-free]
        free(head);
        head = next;
    }
    return 0;
}
