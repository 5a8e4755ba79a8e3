//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void sort(int *numbers, int low, int high)
{
    if (low >= high) {
        return;
    }
    int pivot = numbers[high]; //~ error[out-of-bounds]
    int middle = low;
    for (int i = low; i < high; i++) {
        if (numbers[i] < pivot) {
            int number = numbers[middle];
            numbers[middle] = numbers[i];
            numbers[i] = number;
            middle++;
        }
    }
    int number = numbers[middle];
    numbers[middle] = numbers[high];
    numbers[high] = number;
    sort(numbers, low, middle - 1);
    sort(numbers, middle + 1, high);
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    int *numbers = malloc(count * sizeof *numbers);
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    sort(numbers, 0, count);
    free(numbers);
    return 0;
}
