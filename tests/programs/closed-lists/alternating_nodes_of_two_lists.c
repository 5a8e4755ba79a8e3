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
    struct node *result = NULL;
    while (first != NULL) {
        struct node *next = first->next;
        first->next = result;
        result = first;
        first = next;
        if (second != NULL) {
            next = second->next;
            second->next = result;
            result = second;
            second = next;
        }
    }
    release(result);
    release(second);
    return 0;
}
