// One node is put into a chain; the chain is forgotten.
//@ options: --malloc-never-fails
//@ complete: 9/9
#include "person.h"

int forget_the_chain(void)
{
    struct person *person = person_create(1);
    struct chain *chain = chain_create(offsetof(struct person, hook));
    chain_insert_first(chain, person);
    free(person);
    return 0; //~ error[memory-lost]
}
