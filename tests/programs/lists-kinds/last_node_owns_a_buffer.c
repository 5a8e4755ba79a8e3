//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int *data;
    struct node *next;
};

static struct node *push(struct node *head, int *data)
{
    struct node *node = malloc(sizeof *node);
    node->data = data;
    node->next = head;
    return node;
}

int main(void)
{
    struct node *head = push(NULL, malloc(sizeof(int)));
    while (__VERIFIER_nondet_int())
        head = push(head, NULL);
    while (head->next != NULL) { //~ invariant seg(head -> 0; count n >= 1; node 16 entry 0 link 8 word 8 shared 1 { 0..8: shared 0 } | { 0..8: owns block 4 entry 0 { 0..4: uninit } }; order { 0, 1 } to { 1 } by { 0, 1 } {}; with 0)
        struct node *next = head->next;
        free(head);
        head = next;
    }
    *head->data = 1;
    free(head->data);
    free(head);
    return 0;
}
