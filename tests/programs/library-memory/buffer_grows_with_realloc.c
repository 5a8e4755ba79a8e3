//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 1000) {
        return 0;
    }
    int *numbers = malloc(count * sizeof *numbers);
    numbers = realloc(numbers, 2 * count * sizeof *numbers);
    numbers[2 * count - 1] = 0;
    free(numbers);
    return 0;
}
