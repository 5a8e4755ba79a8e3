//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct bead {
    struct bead *next;
};

struct string {
    struct bead *ring;
    struct string *next;
};

static struct bead *build_ring(void)
{
    struct bead *ring = malloc(sizeof *ring);
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct bead *bead = malloc(sizeof *bead);
        bead->next = ring->next;
        ring->next = bead;
    }
    return ring;
}

static void release_ring(struct bead *ring)
{
    struct bead *bead = ring->next;
    while (bead != ring) {
        struct bead *next = bead->next;
        free(bead);
        bead = next;
    }
    free(ring);
}

int main(void)
{
    struct string *strings = NULL;
    while (__VERIFIER_nondet_int()) {
        struct string *string = malloc(sizeof *string);
        string->ring = build_ring();
        string->next = strings;
        strings = string;
    }
    while (strings != NULL) {
        struct string *string = strings;
        strings = string->next;
        release_ring(string->ring);
        free(string);
    }
    return 0;
}
