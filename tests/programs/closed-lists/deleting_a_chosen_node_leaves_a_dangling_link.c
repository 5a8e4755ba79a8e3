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

static struct node *delete_value(struct node *head, int value)
{
    struct node *before = NULL;
    struct node *node = head;
    while (node != NULL && node->value != value) {
        before = node;
        node = node->next;
    }
    if (node == NULL)
        return head;
    if (before != NULL)
        before->next = node->next;
    free(node);
    return head;
}

int main(void)
{
    struct node *head = build();
    head = delete_value(head, 3);
    while (head != NULL) {
        struct node *next = head->next; //~ error[use-after-free]
        free(head);
        head = next;
    }
    return 0;
}
