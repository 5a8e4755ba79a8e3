// As in its twin, but the error waits for every caller, whatever the array and the string hold.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int analyze(int *pc)
{
    int first = *pc;
    assert(first != *pc); //~ error[assertion-failure]
    while (*++pc)
        ;
    return 41;
}

struct numbered {
    struct numbered *next;
    int *id;
};

void find(struct numbered *list)
{
    while (list && __VERIFIER_nondet_int())
        list = list->next;
    if (list)
        reach_error(); //~ error[error-reached]
}

int release(const int *numbers, int *memory)
{
    int first = numbers[0];
    free(memory);
    free(memory); //~ error[double-free]
    return first;
}
