//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    char name[8];
    int length = __VERIFIER_nondet_int();
    if (length < 0 || length > 7) {
        return 0;
    }
    memset(name, 'x', length);
    name[length] = 0;
    char *copy = malloc(strlen(name));
    strcpy(copy, name); //~ error[out-of-bounds]
    free(copy);
    return 0;
}
