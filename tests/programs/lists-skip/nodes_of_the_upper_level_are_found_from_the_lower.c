//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct stop {
    int visits;
    struct stop *next;
    struct stop *next_station;
};

int main(void)
{
    struct stop *line = NULL;
    struct stop *station = NULL;
    while (__VERIFIER_nondet_int()) { //~ gave-up[analysis]
        struct stop *stop = malloc(sizeof *stop);
        stop->visits = 0;
        stop->next = line;
        stop->next_station = station;
        if (__VERIFIER_nondet_int())
            station = stop;
        line = stop;
    }
    for (struct stop *stop = line; stop != NULL; stop = stop->next) //~ gave-up[analysis] //~ gave-up[analysis]
        if (stop->next_station != NULL)
            stop->next_station->visits++;
    while (line != NULL) {
        struct stop *next = line->next;
        free(line);
        line = next;
    }
    return 0;
}
