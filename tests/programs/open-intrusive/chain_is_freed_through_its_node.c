// One node is put into a chain; what its hook points forward to is taken for the node itself and freed.
//@ options: --malloc-never-fails
//@ complete: 9/9
#include "person.h"

int free_what_is_behind(void)
{
    struct person *person = person_create(1);
    struct chain *chain = chain_create(0);
    chain_insert_first(chain, &person->hook);
    free((void *)((uintptr_t)person->hook.behind & ~(uintptr_t)1));
    free(chain); //~ error[double-free]
    return person->number;
}
