//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

#define CAPACITY 8

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *items[CAPACITY];
    int count = 0;
    while (count < CAPACITY && __VERIFIER_nondet_int()) {
        items[count] = malloc(sizeof(int));
        *items[count] = count;
        count++;
    }
    for (int i = 0; i < count; i++)
        free(items[i]);
    return 0;
}
