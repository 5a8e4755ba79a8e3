// One of many records has another number in one member.
//@ mode: check
//@ options: --malloc-never-fails
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y, z;
};

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    struct point *points = malloc(count * sizeof *points);
    for (int i = 0; i < count; i++) {
        points[i].x = i;
        points[i].y = i == 7 ? 6 : 5;
        points[i].z = -1;
    }
    for (int i = 0; i < count; i++) {
        assert(points[i].x == i);
        assert(points[i].y == 5); //~ error[assertion-failure]
        assert(points[i].z == -1);
    }
    free(points);
    return 0;
}
