//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    unsigned has_data : 1;
    unsigned is_last : 1;
    unsigned level : 4;
    int *data;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->has_data = __VERIFIER_nondet_int() != 0;
        node->is_last = head == NULL;
        node->level = 3;
        if (node->has_data)
            node->data = malloc(sizeof *node->data);
        node->next = head;
        head = node;
    }
    while (head != NULL) {
        struct node *next = head->next;
        if (head->has_data)
            free(head->data);
        free(head);
        head = next;
    }
    return 0;
}
