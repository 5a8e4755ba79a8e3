//@ options: --malloc-never-fails
// Plain executions find this error; they tell the branches as well.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *text = malloc(100);
    int used = 0;
    for (int round = 0; round < 400; round++) {
        switch (round % 3) { //~ note "the value here is 0"
        case 0:
            if (used > 100) { //~ note "this does not hold"
                used = 0;
            }
            text[used] = 'a'; //~ error[out-of-bounds]
            used++;
            break;
        default:
            break;
        }
    }
    free(text);
    return 0;
}
