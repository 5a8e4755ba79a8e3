// Chains of two persons: one is freed while the other is still linked to it.
//@ options: --malloc-never-fails
//@ complete: 17/17
#include "more_chain.h"
#include "person.h"

int read_a_freed_person(void)
{
    struct person *one = person_create(1), *two = person_create(2);
    struct chain *chain = chain_create(offsetof(struct person, hook));
    chain_insert_last(chain, one);
    chain_insert_last(chain, two);
    free(two);
    struct person *last = hook_next(&one->hook);
    int number = last->number; //~ error[use-after-free]
    free(one);
    free(chain);
    return number;
}
