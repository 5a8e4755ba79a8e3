// Only where every branch is taken, the sum is one too large.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    int *block = malloc(36 * sizeof(int));
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
    block[sum] = 1; //~ error[out-of-bounds]
    free(block);
    return 0;
}
