//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int partition(int *words, int count, int pivot)
{
    int low = 0, high = count - 1;
    while (low <= high) {
        if (words[low] < pivot) {
            low++;
        } else if (words[high] >= pivot) {
            high--;
        } else {
            int word = words[low];
            words[low++] = words[high];
            words[high--] = word;
        }
    }
    return low;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 10000) {
        return 0;
    }
    int *words = malloc(count * sizeof(int));
    if (words == NULL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        words[i] = __VERIFIER_nondet_int();
    }
    partition(words, count, __VERIFIER_nondet_int());
    free(words);
    return 0;
}
