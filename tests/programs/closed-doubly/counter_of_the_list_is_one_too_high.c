//@ options: --malloc-never-fails
// The last removal is not counted, so the counter may be one too high.
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
            if (length > 1)
                length--;
        }
    }
    while (length > 0) {
        struct node *next = first->next; //~ error[null-dereference]
        free(first);
        first = next;
        length--;
    }
    return 0;
}
