// A negative number is no size: the memory would lie in the frames of the callers.
#include <alloca.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int start = 0;
    while (start < 54321)
        start++;
    int size = __VERIFIER_nondet_int();
    if (size > 10)
        return 0;
    char *letters = alloca(size); //~ error[bad-array-length]
    if (size > 0)
        letters[0] = 'a';
    return 0;
}
