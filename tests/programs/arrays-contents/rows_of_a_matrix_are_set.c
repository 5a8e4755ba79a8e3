//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int matrix[500][600];
    for (int i = 0; i < 500; i++) {
        for (int j = 0; j < 600; j++) {
            matrix[i][j] = 3;
        }
    }
    for (int i = 0; i < 500; i++) {
        for (int j = 0; j < 600; j++) {
            assert(matrix[i][j] == 3);
        }
    }
    return 0;
}
