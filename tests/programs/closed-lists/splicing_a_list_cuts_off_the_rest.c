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
    struct node *inserted = build();
    if (head != NULL && inserted != NULL) {
        struct node *last = inserted;
        while (last->next != NULL)
            last = last->next;
        head->next = inserted; //~ error[memory-lost]
        inserted = NULL;
    }
    release(head);
    release(inserted);
    return 0;
}
