//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

struct record {
    char *name;
};

int main(void)
{
    struct record first;
    struct record second;
    first.name = malloc(4);
    second.name = first.name;
    free(first.name);
    free(second.name); //~ error[double-free]
    return 0;
}
