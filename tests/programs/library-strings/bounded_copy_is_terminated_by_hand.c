//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    char short_name[4];
    const char *long_name = "a long name";
    strncpy(short_name, long_name, sizeof short_name);
    short_name[sizeof short_name - 1] = 0;
    return (int)strlen(short_name);
}
