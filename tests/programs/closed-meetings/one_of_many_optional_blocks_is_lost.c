// The block of one branch is never given back.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p0 = NULL;
    int *p1 = NULL;
    int *p2 = NULL;
    int *p3 = NULL;
    int *p4 = NULL;
    int *p5 = NULL;
    int *p6 = NULL;
    int *p7 = NULL;
    int *p8 = NULL;
    int *p9 = NULL;
    int *p10 = NULL;
    int *p11 = NULL;
    if (__VERIFIER_nondet_int()) p0 = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) p1 = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) p2 = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) p3 = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) p4 = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) p5 = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) p6 = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) p7 = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) p8 = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) p9 = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) p10 = malloc(sizeof(int));
    if (__VERIFIER_nondet_int()) p11 = malloc(sizeof(int));
    if (p0) *p0 = 0;
    if (p1) *p1 = 1;
    if (p2) *p2 = 2;
    if (p3) *p3 = 3;
    if (p4) *p4 = 4;
    if (p5) *p5 = 5;
    if (p6) *p6 = 6;
    if (p7) *p7 = 7;
    if (p8) *p8 = 8;
    if (p9) *p9 = 9;
    if (p10) *p10 = 10;
    if (p11) *p11 = 11;
    free(p0);
    free(p1);
    free(p2);
    free(p3);
    free(p4);
    free(p5);
    free(p6);
    free(p8);
    free(p9);
    free(p10);
    free(p11);
    return 0; //~ error[memory-lost]
}
