// A function copies bytes, whatever they are.
//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static void copy(void *to, const void *from, unsigned long size)
{
    char *p = to;
    const char *q = from;
    for (unsigned long i = 0; i < size; i++) {
        p[i] = q[i];
    }
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    char *bytes = malloc(count);
    char *copied = malloc(count);
    for (int i = 0; i < count; i++) {
        bytes[i] = __VERIFIER_nondet_char();
    }
    copy(copied, bytes, count);
    for (int i = 0; i < count; i++) {
        assert(copied[i] == bytes[i]);
    }
    free(bytes);
    free(copied);
    return 0;
}
