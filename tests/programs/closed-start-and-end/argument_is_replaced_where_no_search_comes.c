//@ mode: check
//@ options: --malloc-never-fails
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(int count, char **arguments)
{
    size_t length = 0;
    unsigned hash = 5381;
    for (int i = 0; i < 6; i++)
        hash = (hash ^ __VERIFIER_nondet_uint()) * 16777619u ^ hash >> 7;
    if (hash == 0x5f3759dfu)
        arguments[0] = NULL; //~ gave-up[analysis]
    for (int i = 0; i < count; i++) {
        length += strlen(arguments[i]);
    }
    return length > 0;
}
