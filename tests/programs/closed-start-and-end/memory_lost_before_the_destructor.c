// What only a local of `main` referred to is lost when `main` returns, before anything else runs.
#include <stdlib.h>

static int *kept;

__attribute__((destructor)) static void release(void) {
    free(kept);
}

int main(void) {
    kept = malloc(4);
    int *local = malloc(4);
    if (local) {
        *local = 1;
    }
    return 0; //~ error[memory-lost]
}
