//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct node *node = malloc(sizeof *node);
    node->value = 0;
    node->next = build();
    return node;
}

int main(void)
{
    struct node *head = build();
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
