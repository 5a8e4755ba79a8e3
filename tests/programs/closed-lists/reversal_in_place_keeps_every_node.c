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

static struct node *reverse(struct node *head)
{
    struct node *reversed = NULL;
    while (head != NULL) { //~ invariant seg(head -> 0; count n >= 0; node 16 entry 0 link 8 word 8 { 0..4: any, 4..8: uninit }) * seg(reversed -> 0; count m >= 0; node 16 entry 0 link 8 word 8 { 0..4: any, 4..8: uninit })
        struct node *next = head->next;
        head->next = reversed;
        reversed = head;
        head = next;
    }
    return reversed;
}

int main(void)
{
    struct node *head = build();
    head = reverse(head);
    release(head);
    return 0;
}
