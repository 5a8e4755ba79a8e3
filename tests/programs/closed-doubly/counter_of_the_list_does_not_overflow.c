//@ options: --malloc-never-fails
// The counter has as many values as memory has room for nodes, so it is the length of the list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *previous;
};

int main(void)
{
    struct node *first = NULL, *last = NULL;
    size_t length = 0;
    while (__VERIFIER_nondet_int()) {
        while (__VERIFIER_nondet_int()) {
            struct node *node = malloc(sizeof *node);
            node->next = first;
            node->previous = NULL;
            if (first != NULL)
                first->previous = node;
            first = node;
            if (last == NULL)
                last = node;
            length++;
        }
        while (__VERIFIER_nondet_int()) {
            if (first != NULL && first == last) {
                free(first);
                first = last = NULL;
            } else if (first != NULL) {
                struct node *removed = first;
                first = first->next;
                first->previous = NULL;
                free(removed);
            }
            if (length > 0)
                length--;
        }
    }
    while (length > 0) {
        struct node *next = first->next;
        free(first);
        first = next;
        length--;
    }
    return 0;
}
