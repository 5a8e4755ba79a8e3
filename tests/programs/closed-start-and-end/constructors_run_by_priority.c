// The smaller number comes first before `main`, and last after it.
#include <stdlib.h>

static int *cells;

__attribute__((constructor(202))) static void use(void) {
    *cells = 1;
}

__attribute__((constructor(201))) static void make(void) {
    cells = malloc(sizeof *cells);
    if (!cells) {
        _Exit(1);
    }
}

__attribute__((destructor(201))) static void drop(void) {
    free(cells);
}

__attribute__((destructor(202))) static void use_again(void) {
    *cells = 2;
}

int main(void) {
    return *cells - 1;
}
