// What a function of the caller answers decides whether memory is freed twice: no error is certain.
//@ options: --malloc-never-fails
//@ complete: 1/1
#include <stdlib.h>

void free_and_ask(int *block, int (*again)(void))
{
    free(block);
    if (block && again())
        free(block); //~ error-if-called[double-free]
}
