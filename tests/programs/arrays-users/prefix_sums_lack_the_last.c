//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 2) {
        return 0;
    }
    unsigned *numbers = malloc(count * sizeof *numbers);
    unsigned *sums = malloc(count * sizeof *sums);
    unsigned difference = 0;
    if (numbers != NULL && sums != NULL) {
        for (int i = 0; i < count; i++) {
            numbers[i] = __VERIFIER_nondet_uint();
        }
        sums[0] = 0;
        for (int i = 0; i < count; i++) {
            sums[i + 1] = sums[i] + numbers[i]; //~ error[out-of-bounds]
        }
        int left = __VERIFIER_nondet_int();
        int right = __VERIFIER_nondet_int();
        if (0 <= left && left <= right && right <= count) {
            difference = sums[right] - sums[left];
        }
    }
    free(numbers);
    free(sums);
    return difference == 7;
}
