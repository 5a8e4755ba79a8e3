//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct shape {
    int is_circle;
    struct shape *next;
};

struct circle {
    struct shape shape;
    double radius;
};

struct rectangle {
    struct shape shape;
    double width;
    double height;
};

static struct shape *create(struct shape *next)
{
    int is_circle = __VERIFIER_nondet_int() != 0;
    struct shape *shape = malloc(is_circle ? sizeof(struct circle) : sizeof(struct rectangle));
    shape->is_circle = is_circle;
    shape->next = next;
    return shape;
}

int main(void)
{
    struct shape *shapes = NULL;
    while (__VERIFIER_nondet_int())
        shapes = create(shapes);
    while (shapes != NULL) {
        struct shape *shape = shapes;
        shapes = shape->next;
        if (shape->is_circle)
            ((struct rectangle *)shape)->height = 1; //~ error[out-of-bounds]
        free(shape);
    }
    return 0;
}
