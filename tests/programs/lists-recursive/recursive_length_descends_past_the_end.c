//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static unsigned length(const struct node *node)
{
    if (node->next == NULL) //~ error[null-dereference]
        return 0;
    return 1 + length(node->next);
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    (void)length(head);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
