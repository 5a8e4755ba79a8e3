//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct stop {
    struct stop *next;
    struct stop *fast;
    struct stop *express;
};

struct line {
    struct stop *first;
    struct stop *last;
};

static void add_somewhere(struct line *line)
{
    struct stop *express = line->first;
    while (express->express != line->last && __VERIFIER_nondet_int())
        express = express->express;
    struct stop *fast = express;
    while (fast->fast != express->express && __VERIFIER_nondet_int())
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
        if (__VERIFIER_nondet_int()) {
            stop->express = express->express;
            express->express = stop;
        }
    }
}

int main(void)
{
    struct line *line = malloc(sizeof *line);
    line->first = malloc(sizeof *line->first);
    line->last = malloc(sizeof *line->last);
    line->first->next = line->first->fast = line->first->express = line->last;
    line->last->next = line->last->fast = line->last->express = NULL;
    while (__VERIFIER_nondet_int())
        add_somewhere(line);
    while (line->first != NULL) {
        struct stop *next = line->first->fast;
        free(line->first); //~ error[memory-lost]
        line->first = next;
    }
    free(line);
    return 0;
}
