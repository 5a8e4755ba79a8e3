/* Words for models in C: bodies for functions whose source is not at hand.
 *
 *     besom check program.c models.c -- -I integrations/models
 *
 * A model does what the function may do with memory: it reads what it is given, allocates what it returns, frees what it takes,
 * and leaves open what is not known. What is analysed is every result that these words allow. */
#ifndef BESOM_H
#define BESOM_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_nondet_memory(void *, size_t);
extern void __VERIFIER_assume(int);

/* Any number. */
static inline int besom_any_int(void)
{
    return __VERIFIER_nondet_int();
}

/* Any size. */
static inline size_t besom_any_size(void)
{
    return __VERIFIER_nondet_ulong();
}

/* What does not hold here never happens. */
static inline void besom_assume(int holds)
{
    __VERIFIER_assume(holds);
}

/* Any bytes. */
static inline void besom_any_bytes(void *place, size_t size)
{
    __VERIFIER_nondet_memory(place, size);
}

/* Memory from an allocator, which does not fail, with any bytes in it. */
static inline void *besom_new(size_t size)
{
    void *place = malloc(size);
    __VERIFIER_assume(place != NULL);
    __VERIFIER_nondet_memory(place, size);
    return place;
}

/* A string of at most so many letters, from an allocator, which does not fail. */
static inline char *besom_string(size_t most)
{
    size_t length = __VERIFIER_nondet_ulong();
    char *string;
    __VERIFIER_assume(length <= most && length < (size_t)-1 / 2);
    string = besom_new(length + 1);
    string[length] = 0;
    return string;
}

#endif
