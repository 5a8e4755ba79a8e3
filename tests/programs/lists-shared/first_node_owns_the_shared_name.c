//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    char *name;
    struct node *next;
};

int main(void)
{
    char *name = calloc(4, 1);
    struct node *head = NULL;
    do {
        struct node *node = malloc(sizeof *node);
        node->name = name;
        node->next = head;
        head = node;
    } while (__VERIFIER_nondet_int());
    free(head->name);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
