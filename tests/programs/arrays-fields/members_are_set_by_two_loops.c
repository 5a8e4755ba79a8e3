// What a second loop stores in other members leaves the first ones as they are.
//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    struct point *points = calloc(count, sizeof *points);
    for (int i = 0; i < count; i++) {
        points[i].x = i + 1;
    }
    for (int i = 0; i < count; i++) {
        points[i].y = 5;
    }
    for (int i = 0; i < count; i++) {
        assert(points[i].x == i + 1);
        assert(points[i].y == 5);
    }
    free(points);
    return 0;
}
