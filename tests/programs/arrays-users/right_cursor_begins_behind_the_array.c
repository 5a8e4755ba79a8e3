//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 3) {
        return 0;
    }
    int *numbers = malloc(count * sizeof *numbers);
    if (numbers == NULL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    int pivot = __VERIFIER_nondet_int();
    int left = 0;
    int right = count;
    while (left <= right) {
        if (numbers[left] < pivot) {
            left++;
        } else if (numbers[right] >= pivot) { //~ error[out-of-bounds]
            right--;
        } else {
            int kept = numbers[left];
            numbers[left] = numbers[right];
            numbers[right] = kept;
            left++;
            right--;
        }
    }
    free(numbers);
    return 0;
}
