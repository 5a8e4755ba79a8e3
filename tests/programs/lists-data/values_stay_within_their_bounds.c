//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int digit;
    struct node *next;
};

int main(void)
{
    int histogram[10] = { 0 };
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        int digit = __VERIFIER_nondet_int();
        if (digit < 0 || digit > 9)
            break;
        struct node *node = malloc(sizeof *node);
        node->digit = digit;
        node->next = head;
        head = node;
    }
    while (head != NULL) {
        struct node *next = head->next;
        histogram[head->digit]++;
        free(head);
        head = next;
    }
    return 0;
}
