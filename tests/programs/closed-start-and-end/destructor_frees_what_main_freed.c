// The function that runs after `main` does not know that the table is gone.
#include <stdlib.h>

static int *table;

__attribute__((constructor)) static void set_up(void) {
    table = malloc(4 * sizeof *table);
}

__attribute__((destructor)) static void tear_down(void) {
    free(table); //~ error[double-free] "already freed"
}

int main(void) {
    if (table) {
        table[3] = 1;
        free(table);
    }
    return 0;
}
