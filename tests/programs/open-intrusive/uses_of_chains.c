// Chains of two persons, filled from the front and from the back.
//@ options: --malloc-never-fails
//@ complete: 20/20
#include "more_chain.h"
#include "person.h"

static int failures;

static void expect(int condition)
{
    if (!condition)
        failures++;
}

void fill_from_the_front(void)
{
    struct person *one = person_create(1), *two = person_create(2);
    struct chain *chain = chain_create(offsetof(struct person, hook));
    chain_insert_first(chain, one);
    chain_insert_first(chain, two);
    struct person *first = chain_first(chain);
    expect(first->number == 2);
    struct person *second = hook_next(&first->hook);
    expect(second->number == 1);
    hook_unlink(&first->hook);
    expect(!hook_is_linked(&first->hook));
    first = chain_first(chain);
    expect(first->number == 1);
    free(one);
    free(two);
    free(chain);
}

void fill_from_the_back(void)
{
    struct person *one = person_create(1), *two = person_create(2);
    struct chain *chain = chain_create(offsetof(struct person, hook));
    chain_insert_last(chain, one);
    chain_insert_last(chain, two);
    struct person *last = chain_last(chain);
    expect(last->number == 2);
    expect(hook_next(&last->hook) == NULL);
    struct person *first = hook_previous(&last->hook);
    expect(first != NULL && first->number == 1);
    expect(hook_previous(&first->hook) == NULL);
    free(one);
    free(two);
    free(chain);
}

int main(void)
{
    fill_from_the_front();
    fill_from_the_back();
    return failures;
}
