//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    char *comment;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) { //~ invariant seg(head -> 0; count n >= 0; node 16 entry 0 link 8 word 8 shared 1 { 0..8: shared 0 } | { 0..8: owns block 32 entry 0 { 0..32: uninit } }; with 0)
        struct node *node = malloc(sizeof *node);
        node->comment = NULL;
        if (__VERIFIER_nondet_int())
            node->comment = malloc(32);
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = node->next)
        if (node->comment != NULL)
            node->comment[0] = 0;
    while (head != NULL) {
        struct node *next = head->next;
        free(head->comment);
        free(head);
        head = next;
    }
    return 0;
}
