//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    char *name;
};

int main(void)
{
    struct record *record = malloc(sizeof *record);
    record->name = NULL;
    if (__VERIFIER_nondet_int())
        record->name = calloc(8, 1);
        record->name[0] = 0; //~ error[null-dereference]
    free(record->name);
    free(record);
    return 0;
}
