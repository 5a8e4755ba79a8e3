//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int matrix[5][6];
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 6; j++) {
            matrix[i][j] = 3;
        }
    }
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 6; j++) {
            assert(matrix[i][j] == 3 + (i == 1 && j == 1)); //~ error[assertion-failure]
        }
    }
    return 0;
}
