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

static struct node *merge(struct node *left, struct node *right)
{
    struct node *result = NULL;
    struct node **end = &result;
    while (left != NULL && right != NULL) {
        if (left->value <= right->value) {
            *end = left;
            end = &left->next;
            left = left->next;
        } else {
            *end = right;
            end = &right->next;
            right = right->next;
        }
    }
    *end = left;
    return result;
}

int main(void)
{
    struct node *left = build();
    struct node *right = build();
    release(merge(left, right));
    return 0; //~ error[memory-lost]
}
