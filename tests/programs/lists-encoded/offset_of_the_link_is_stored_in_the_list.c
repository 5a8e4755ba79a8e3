//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list {
    void *first;
    size_t link_offset;
};

struct person {
    char name[24];
    struct person *next;
};

struct place {
    int zip;
    struct place *next;
};

static void **link_of(const struct list *list, void *element)
{
    return (void **)((char *)element + list->link_offset);
}

static void push(struct list *list, void *element)
{
    *link_of(list, element) = list->first;
    list->first = element;
}

static void release(struct list *list)
{
    while (list->first != NULL) {
        void *element = list->first;
        list->first = *link_of(list, element);
        free(element);
    }
}

int main(void)
{
    struct list people = { NULL, offsetof(struct person, next) };
    struct list places = { NULL, offsetof(struct place, next) };
    while (__VERIFIER_nondet_int())
        push(&people, malloc(sizeof(struct person)));
    while (__VERIFIER_nondet_int())
        push(&places, malloc(sizeof(struct place)));
    release(&people);
    release(&places);
    return 0;
}
