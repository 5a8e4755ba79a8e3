//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    int *numbers = malloc(count * sizeof *numbers);
    int sum = 0;
    for (int i = 0; i < count; i++) {
        int more = __VERIFIER_nondet_int();
        if (more < -1 || more > 100) {
            more = 0;
        }
        if (sum < 1000000) {
            sum += more;
        }
        numbers[i] = sum;
    }
    for (int i = 0; i + 1 < count; i++) {
        assert(numbers[i] <= numbers[i + 1]); //~ error[assertion-failure]
    }
    free(numbers);
    return 0;
}
