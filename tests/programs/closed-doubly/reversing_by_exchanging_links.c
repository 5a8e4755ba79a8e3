//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *previous;
    int value;
};

static struct node *build(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) { //~ invariant seg(head -> 0; back last -> 0; count n >= 0; node 24 entry 0 link 0 back 8 word 8 shared 1 { 16..20: shared 0, 20..24: uninit }; with 0)
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->previous = NULL;
        node->next = head;
        if (head != NULL)
            head->previous = node;
        head = node;
    }
    return head;
}

int main(void)
{
    struct node *head = build();
    struct node *node = head;
    while (node != NULL) {
        struct node *next = node->next;
        node->next = node->previous;
        node->previous = next;
        head = node;
        node = next;
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
