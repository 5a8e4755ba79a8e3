// The two lowest bits of each link are the colour of the node that holds it.
//@ options: --malloc-never-fails --at-exit
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    uintptr_t next_and_colour;
    int *count;
};

static struct cell *next_of(struct cell *cell)
{
    return (struct cell *)(cell->next_and_colour & ~(uintptr_t)3);
}

static unsigned colour_of(struct cell *cell)
{
    return cell->next_and_colour & 3;
}

int main(void)
{
    struct cell *cells = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *cell = malloc(sizeof *cell);
        cell->count = NULL;
        cell->next_and_colour = (uintptr_t)cells;
        if (__VERIFIER_nondet_int()) {
            cell->count = malloc(sizeof *cell->count);
            *cell->count = 0;
            cell->next_and_colour |= 2;
        }
        cells = cell;
    }
    for (struct cell *cell = cells; cell != NULL; cell = next_of(cell))
        if (colour_of(cell) == 2)
            ++*cell->count;
    while (cells != NULL) {
        struct cell *next = next_of(cells);
        if (colour_of(cells) == 2)
            free(cells->count);
        free(cells);
        cells = next;
    }
    return 0;
}
