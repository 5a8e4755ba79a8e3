#include <stdio.h>
#include <string.h>

#define COUNT 5

struct particle { double position[2]; double speed[2]; int id; };
struct particles { double x[COUNT], y[COUNT]; int id[COUNT]; };

static void step(struct particle *p, int n, double dt)
{
    for (struct particle *end = p + n; p < end; p++)
        for (int axis = 0; axis < 2; axis++)
            p->position[axis] += p->speed[axis] * dt;
}

int main(void)
{
    struct particle a[COUNT];
    struct particles s;
    for (int i = 0; i < COUNT; i++) {
        a[i] = (struct particle){ { i, -i }, { 0.5 * i, 1 }, i * 11 };
        s.id[COUNT - 1 - i] = a[i].id;
    }
    step(a, COUNT, 2);
    step(a + 1, 2, 0.25);
    for (int i = 0; i < COUNT; i++) {
        s.x[i] = a[i].position[0];
        s.y[i] = a[i].position[1];
    }
    for (int i = 0; i < COUNT; i++)
        printf("%d: %g %g\n", s.id[i], s.x[i], s.y[i]);
    struct particle swap;
    memcpy(&swap, &a[0], sizeof swap);
    memcpy(&a[0], &a[4], sizeof swap);
    a[4] = swap;
    printf("%d %d %td\n", a[0].id, a[4].id, &a[4] - a);
    struct { char name[8]; int age; } people[] = { { "ann", 30 }, { "bob", 25 }, { { 'c', 'y' }, 41 } };
    for (unsigned i = 0; i < sizeof people / sizeof people[0]; i++)
        printf("%s %d\n", people[i].name, people[i].age);
    return 0;
}
