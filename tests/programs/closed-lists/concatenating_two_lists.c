//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = head;
        head = node;
    }
    return head;
}

static void release(struct node *head)
{
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void)
{
    struct node *first = build();
    struct node *second = build();
    if (first == NULL) {
        first = second;
    } else {
        struct node *last = first;
        while (last->next != NULL)
            last = last->next;
        last->next = second;
    }
    release(first);
    return 0;
}
