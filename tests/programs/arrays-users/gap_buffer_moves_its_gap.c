//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct gap {
    char *text;
    size_t size;
    size_t start;
    size_t end;
};

int main(void)
{
    size_t size = __VERIFIER_nondet_uint();
    if (size < 1 || size > 4096) {
        return 0;
    }
    struct gap gap = { malloc(size), size, 0, size };
    if (gap.text == NULL) {
        return 0;
    }
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            if (gap.start < gap.end) {
                gap.text[gap.start++] = 'x';
            }
            break;
        case 1:
            if (gap.start > 0) {
                gap.text[--gap.end] = gap.text[--gap.start];
            }
            break;
        case 2:
            if (gap.end < gap.size) {
                gap.text[gap.start++] = gap.text[gap.end++];
            }
            break;
        }
    }
    free(gap.text);
    return 0;
}
