#include <stdio.h>

struct small { char c; };
struct point { int x, y; };
struct large { long values[9]; const char *name; };
struct mixed { double d; int i; float f; };

static struct small next(struct small s)
{
    s.c++;
    return s;
}

static struct point add(struct point a, struct point b)
{
    a.x += b.x;
    a.y += b.y;
    return a;
}

static struct large fill(struct large l, int start)
{
    for (int i = 0; i < 9; i++)
        l.values[i] += start + i;
    l.name = "filled";
    return l;
}

static struct mixed halve(struct mixed m)
{
    return (struct mixed){ m.d / 2, m.i / 2, m.f / 2 };
}

int main(void)
{
    struct small s = { 'a' };
    printf("%c %c\n", next(s).c, s.c);
    struct point p = { 1, 2 }, q = add(add(p, p), (struct point){ 10, 20 });
    printf("%d %d %d %d\n", p.x, p.y, q.x, q.y);
    struct large l = { { 1, 2, 3 }, "original" };
    struct large m = fill(l, 100);
    printf("%ld %ld %s %ld %ld %s\n", l.values[0], l.values[8], l.name, m.values[0], m.values[8], m.name);
    printf("%ld\n", fill(m, 1).values[3]);
    struct mixed h = halve((struct mixed){ 5, 5, 5 });
    printf("%g %d %g\n", h.d, h.i, h.f);
    return add(p, q).x;
}
