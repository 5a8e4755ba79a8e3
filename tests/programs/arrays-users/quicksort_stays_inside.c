//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void sort(int *numbers, int low, int high)
{
    if (low >= high) {
        return;
    }
    int pivot = numbers[low];
    int left = low;
    int right = high;
    while (left <= right) {
        while (left <= high && numbers[left] < pivot) {
            left++;
        }
        while (right >= low && numbers[right] > pivot) {
            right--;
        }
        if (left <= right) {
            int kept = numbers[left];
            numbers[left] = numbers[right];
            numbers[right] = kept;
            left++;
            right--;
        }
    }
    sort(numbers, low, right);
    sort(numbers, left, high);
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 1000) {
        return 0;
    }
    int *numbers = malloc(count * sizeof *numbers);
    if (numbers == NULL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    sort(numbers, 0, count - 1);
    free(numbers);
    return 0;
}
