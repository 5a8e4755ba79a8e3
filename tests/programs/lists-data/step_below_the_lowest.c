//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct move {
    short step;
    struct move *next;
};

/* A step of minus three leaves the table. */
int main(void)
{
    int seen[5] = { 0 };
    struct move *moves = NULL;
    while (__VERIFIER_nondet_int()) {
        int step = __VERIFIER_nondet_int();
        if (step < -3 || step > 2 || step == 0)
            continue;
        struct move *move = malloc(sizeof *move);
        move->step = (short)step;
        move->next = moves;
        moves = move;
    }
    int total = 0;
    for (struct move *move = moves; move != NULL; move = move->next) {
        seen[move->step + 2] = 1; //~ error[out-of-bounds]
        total = 100 / move->step;
    }
    while (moves != NULL) {
        struct move *next = moves->next;
        free(moves);
        moves = next;
    }
    return total + seen[0];
}
