//@ mode: check
//@ options: --at-exit
// As many kinds of nodes, and one of the blocks is forgotten.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct person {
    struct person *next;
    char *name, *street, *town, *country;
};

static struct person *people;

static void add(void)
{
    struct person *person = malloc(sizeof *person);
    if (!person)
        return;
    person->name = malloc(16);
    person->street = malloc(32);
    person->town = malloc(16);
    person->country = malloc(2);
    if (person->town)
        person->town[0] = 0;
    person->next = people;
    people = person;
}

int main(void)
{
    while (__VERIFIER_nondet_int())
        add();
    for (struct person *person = people; person; person = person->next)
        if (person->town && person->town[0])
            person->town[0] = 0;
    while (people) {
        struct person *next = people->next;
        free(people->name);
        free(people->street);
        free(people->town);
        free(people); //~ error[memory-lost]
        people = next;
    }
    return 0;
}
