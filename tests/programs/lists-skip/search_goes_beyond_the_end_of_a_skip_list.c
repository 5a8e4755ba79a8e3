//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct stop {
    struct stop *next;
    struct stop *fast;
};

int main(void)
{
    struct stop *first = malloc(sizeof *first);
    first->next = first->fast = NULL;
    while (__VERIFIER_nondet_int()) {
        struct stop *fast = first;
        while (fast->fast != NULL && __VERIFIER_nondet_int())
            fast = fast->fast;
        struct stop *slow = fast;
        while (slow->next != fast->fast || __VERIFIER_nondet_int()) //~ error[null-dereference]
            slow = slow->next;
        struct stop *stop = malloc(sizeof *stop);
        stop->next = slow->next;
        stop->fast = NULL;
        slow->next = stop;
        if (__VERIFIER_nondet_int()) {
            stop->fast = fast->fast;
            fast->fast = stop;
        }
    }
    while (first != NULL) {
        struct stop *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
