// The second loop does not set the member of the first record.
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
    for (int i = 1; i < count; i++) {
        points[i].y = 5;
    }
    for (int i = 0; i < count; i++) {
        assert(points[i].x == i + 1);
        assert(points[i].y == 5); //~ error[assertion-failure]
    }
    free(points);
    return 0;
}
