// One node is put into a chain; what its hook points forward to is freed with its mark.
//@ options: --malloc-never-fails
//@ complete: 9/9
#include "person.h"

int free_what_is_behind(void)
{
    struct person *person = person_create(1);
    struct chain *chain = chain_create(offsetof(struct person, hook));
    chain_insert_first(chain, person);
    free(person->hook.behind); //~ error[free-inside-block]
    free(chain);
    return 0;
}
