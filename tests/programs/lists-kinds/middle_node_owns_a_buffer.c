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
    while (head != NULL) { //~ invariant seg(head -> 0; count n >= 0; node 16 entry 0 link 8 word 8 shared 1 { 0..8: owns block 10 entry 0 { 0..10: uninit } } | { 0..8: shared 0 }; order { 0, 1 } to { 0, 1 } by { 1 } { 0, 1 }; with 0)
        struct node *next = head->next;
        free(head->payload);
        free(head);
        head = next;
    }
    return 0;
}
