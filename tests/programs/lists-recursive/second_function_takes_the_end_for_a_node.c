//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int *data;
    struct node *next;
};

static struct node *build_bare(void);

static struct node *build_full(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct node *node = malloc(sizeof *node);
    node->data = malloc(sizeof *node->data);
    node->next = build_bare();
    return node;
}

static struct node *build_bare(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct node *node = malloc(sizeof *node);
    node->data = NULL;
    node->next = build_full();
    return node;
}

int main(void)
{
    struct node *head = build_full();
    while (head != NULL) {
        struct node *next = head->next;
        if (head->data != NULL)
            *head->data = 1;
        *next->data = 2; //~ error[null-dereference]
        free(head->data);
        free(head);
        head = next;
    }
    return 0;
}
