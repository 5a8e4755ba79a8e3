// One node is put into a chain; both are freed.
//@ options: --malloc-never-fails
//@ complete: 9/9
#include "person.h"

int main(void)
{
    struct person *person = person_create(1);
    struct chain *chain = chain_create(offsetof(struct person, hook));
    chain_insert_first(chain, person);
    free(person);
    free(chain);
    return 0;
}
