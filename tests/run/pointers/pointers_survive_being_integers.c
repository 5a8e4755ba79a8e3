#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct thing { int value; };

static struct thing *untag(uintptr_t word)
{
    return (struct thing *)(word & ~(uintptr_t)3);
}

int main(void)
{
    struct thing *t = malloc(sizeof *t), other = { 8 };
    t->value = 41;
    uintptr_t word = (uintptr_t)t;
    printf("%d\n", (struct thing *)word == t);
    word |= 3;
    untag(word)->value++;
    printf("%d %d\n", t->value, (int)(word & 3));
    uintptr_t both = word ^ (uintptr_t)&other;
    struct thing *recovered = untag(both ^ (uintptr_t)&other);
    printf("%d\n", recovered->value);
    intptr_t difference = (intptr_t)((uintptr_t)&other - (uintptr_t)t);
    struct thing *there = (struct thing *)((uintptr_t)t + difference);
    printf("%d\n", there->value);
    uintptr_t high = (uintptr_t)t >> 8, low = (uintptr_t)t & 0xff;
    struct thing *joined = (struct thing *)(high << 8 | low);
    printf("%d\n", joined->value);
    int array[10] = { 0 };
    uintptr_t start = (uintptr_t)array;
    for (int i = 0; i < 10; i++)
        *(int *)(start + i * sizeof(int)) = i;
    printf("%d %d\n", array[9], (uintptr_t)&array[3] - start == 3 * sizeof(int));
    uintptr_t negated = ~(uintptr_t)t;
    free((void *)~negated);
    printf("%d\n", (uintptr_t)(void *)16 == 16);
    return 0;
}
