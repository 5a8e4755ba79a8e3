// Whether a block is used is decided by the flag of its neighbour.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int f0 = __VERIFIER_nondet_int();
    int *p0 = NULL;
    if (f0) {
        p0 = malloc(sizeof(int));
        if (!p0) abort();
    }
    int f1 = __VERIFIER_nondet_int();
    int *p1 = NULL;
    if (f1) {
        p1 = malloc(sizeof(int));
        if (!p1) abort();
    }
    int f2 = __VERIFIER_nondet_int();
    int *p2 = NULL;
    if (f2) {
        p2 = malloc(sizeof(int));
        if (!p2) abort();
    }
    int f3 = __VERIFIER_nondet_int();
    int *p3 = NULL;
    if (f3) {
        p3 = malloc(sizeof(int));
        if (!p3) abort();
    }
    int f4 = __VERIFIER_nondet_int();
    int *p4 = NULL;
    if (f4) {
        p4 = malloc(sizeof(int));
        if (!p4) abort();
    }
    int f5 = __VERIFIER_nondet_int();
    int *p5 = NULL;
    if (f5) {
        p5 = malloc(sizeof(int));
        if (!p5) abort();
    }
    int f6 = __VERIFIER_nondet_int();
    int *p6 = NULL;
    if (f6) {
        p6 = malloc(sizeof(int));
        if (!p6) abort();
    }
    int f7 = __VERIFIER_nondet_int();
    int *p7 = NULL;
    if (f7) {
        p7 = malloc(sizeof(int));
        if (!p7) abort();
    }
    int f8 = __VERIFIER_nondet_int();
    int *p8 = NULL;
    if (f8) {
        p8 = malloc(sizeof(int));
        if (!p8) abort();
    }
    int f9 = __VERIFIER_nondet_int();
    int *p9 = NULL;
    if (f9) {
        p9 = malloc(sizeof(int));
        if (!p9) abort();
    }
    int f10 = __VERIFIER_nondet_int();
    int *p10 = NULL;
    if (f10) {
        p10 = malloc(sizeof(int));
        if (!p10) abort();
    }
    int f11 = __VERIFIER_nondet_int();
    int *p11 = NULL;
    if (f11) {
        p11 = malloc(sizeof(int));
        if (!p11) abort();
    }
    if (f0) {
        *p0 = 0;
        free(p0);
    }
    if (f1) {
        *p1 = 1;
        free(p1);
    }
    if (f2) {
        *p2 = 2;
        free(p2);
    }
    if (f3) {
        *p3 = 3;
        free(p3);
    }
    if (f4) {
        *p4 = 4;
        free(p4);
    }
    if (f5) {
        *p5 = 5;
        free(p5);
    }
    if (f6) {
        *p6 = 6;
        free(p6);
    }
    if (f7) {
        *p7 = 7;
        free(p7);
    }
    if (f8) {
        *p8 = 8;
        free(p8);
    }
    if (f8) {
        *p9 = 9; //~ error[null-dereference]
        free(p9);
    }
    if (f10) {
        *p10 = 10;
        free(p10);
    }
    if (f11) {
        *p11 = 11;
        free(p11);
    }
    return 0;
}
