//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 2) {
        return 0;
    }
    int *numbers = malloc(count * sizeof *numbers);
    if (numbers == NULL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    for (int i = 1; i < count; i++) {
        int key = numbers[i];
        int j = i - 1;
        while (numbers[j] > key) { //~ error[out-of-bounds]
            numbers[j + 1] = numbers[j];
            j--;
        }
        numbers[j + 1] = key;
    }
    free(numbers);
    return 0;
}
