//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct stop {
    struct stop *next;
    struct stop *fast;
};

/* As large as a stop, and its members are where a stop has its links. */
struct line {
    struct stop *first;
    struct stop *last;
};

int main(void)
{
    struct line *line = malloc(sizeof *line);
    line->first = malloc(sizeof *line->first);
    line->last = malloc(sizeof *line->last);
    line->first->next = line->first->fast = line->last;
    line->last->next = line->last->fast = NULL;
    while (__VERIFIER_nondet_int()) {
        struct stop *fast = line->first;
        while (fast->fast != line->last && __VERIFIER_nondet_int())
            fast = fast->fast;
        struct stop *slow = fast;
        while (slow->next != fast->fast && __VERIFIER_nondet_int())
            slow = slow->next;
        struct stop *stop = malloc(sizeof *stop);
        stop->next = slow->next;
        slow->next = stop;
        if (__VERIFIER_nondet_int()) {
            stop->fast = fast->fast;
            fast->fast = stop;
        }
    }
    while (line->first != NULL) {
        struct stop *next = line->first->next;
        free(line->first);
        line->first = next;
    }
    free(line->last); //~ error[double-free]
    free(line);
    return 0;
}
