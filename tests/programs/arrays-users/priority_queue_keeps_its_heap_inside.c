//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void push(int *heap, int count, int key)
{
    int at = count;
    while (at > 0 && heap[(at - 1) / 2] > key) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = key;
}

static int pop(int *heap, int count)
{
    int least = heap[0], key = heap[count - 1], at = 0;
    while (2 * at + 1 < count) {
        int child = 2 * at + 1;
        if (child + 1 < count && heap[child + 1] < heap[child]) {
            child++;
        }
        if (heap[child] >= key) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = key;
    return least;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 1000) {
        return 0;
    }
    int *heap = calloc(size, sizeof(int));
    int count = 0;
    if (heap == NULL) {
        return 0;
    }
    while (__VERIFIER_nondet_int()) {
        if (count < size && __VERIFIER_nondet_int()) {
            push(heap, count++, __VERIFIER_nondet_int());
        } else if (count > 0) {
            pop(heap, count--);
        }
    }
    free(heap);
    return 0;
}
