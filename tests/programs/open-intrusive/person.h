// Nodes of a chain, for the programs of this folder.
#include "chain.h"

struct person {
    int number;
    struct hook hook;
};

struct person *person_create(int number)
{
    struct person *person = malloc(sizeof *person);
    if (person) {
        person->number = number;
        hook_init(&person->hook, offsetof(struct person, hook));
    }
    return person;
}
