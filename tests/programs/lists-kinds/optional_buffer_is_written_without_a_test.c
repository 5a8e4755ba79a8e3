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
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->comment = NULL;
        if (__VERIFIER_nondet_int())
            node->comment = malloc(32);
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = node->next)
        node->comment[0] = 0; //~ error[null-dereference]
    while (head != NULL) {
        struct node *next = head->next;
        free(head->comment);
        free(head);
        head = next;
    }
    return 0;
}
