// Which way is taken is decided by elements of an array and letters of a string: no caller has to go this one.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int analyze(int *pc) //~ gave-up[analysis]
{
    assert(*pc == 40); //~ error-if-called[assertion-failure]
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
    if (list && *list->id != 42)
        reach_error(); //~ error-if-called[error-reached]
}

static int walk(const char *text, unsigned long length)
{
    unsigned hash = 0;
    for (unsigned long i = 0; i < length; i++)
        hash = hash * 31 + text[i];
    return hash;
}

int set(const char *key)
{
    if (!key)
        return -1;
    return walk(key, strlen(key));
}
