// The sum is at most 36 on every path.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    int *block = malloc(100 * sizeof(int));
    if (!block) abort();
    if (__VERIFIER_nondet_int()) sum += 0;
    if (__VERIFIER_nondet_int()) sum += 1;
    if (__VERIFIER_nondet_int()) sum += 2;
    if (__VERIFIER_nondet_int()) sum += 3;
    if (__VERIFIER_nondet_int()) sum += 0;
    if (__VERIFIER_nondet_int()) sum += 1;
    if (__VERIFIER_nondet_int()) sum += 2;
    if (__VERIFIER_nondet_int()) sum += 3;
    if (__VERIFIER_nondet_int()) sum += 0;
    if (__VERIFIER_nondet_int()) sum += 1;
    if (__VERIFIER_nondet_int()) sum += 2;
    if (__VERIFIER_nondet_int()) sum += 3;
    if (__VERIFIER_nondet_int()) sum += 0;
    if (__VERIFIER_nondet_int()) sum += 1;
    if (__VERIFIER_nondet_int()) sum += 2;
    if (__VERIFIER_nondet_int()) sum += 3;
    if (__VERIFIER_nondet_int()) sum += 0;
    if (__VERIFIER_nondet_int()) sum += 1;
    if (__VERIFIER_nondet_int()) sum += 2;
    if (__VERIFIER_nondet_int()) sum += 3;
    if (__VERIFIER_nondet_int()) sum += 0;
    if (__VERIFIER_nondet_int()) sum += 1;
    if (__VERIFIER_nondet_int()) sum += 2;
    if (__VERIFIER_nondet_int()) sum += 3;
    block[sum] = 1;
    free(block);
    return 0;
}
