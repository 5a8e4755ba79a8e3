//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    void *payload;
    struct node *next;
};

static struct node *prepend(struct node *head, void *payload)
{
    struct node *node = malloc(sizeof *node);
    node->payload = payload;
    node->next = head;
    return node;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        head = prepend(head, NULL);
    head = prepend(head, malloc(10));
    while (__VERIFIER_nondet_int())
        head = prepend(head, NULL);
    while (head != NULL) {
        struct node *next = head->next;
        free(head->payload);
        free(head);
        head = next;
    }
    return 0;
}
