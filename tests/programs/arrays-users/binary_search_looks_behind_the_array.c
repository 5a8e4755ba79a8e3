//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int search(const int *numbers, int count, int key)
{
    int low = 0;
    int high = count;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (numbers[middle] == key) { //~ error[out-of-bounds]
            return middle;
        }
        if (numbers[middle] < key) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return -1;
}

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
        numbers[i] = 2 * i;
    }
    int place = search(numbers, count, __VERIFIER_nondet_int());
    if (place >= 0) {
        numbers[place] = 0;
    }
    free(numbers);
    return 0;
}
