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
    struct node *head = build();
    struct node *small = NULL;
    struct node *large = NULL;
    while (head != NULL) {
        struct node *next = head->next;
        if (head->value < 10) {
            head->next = small;
            small = head;
        } else {
            head->next = large;
            large = head;
        }
        head = next;
    }
    release(small);
    return 0; //~ error[memory-lost]
}
