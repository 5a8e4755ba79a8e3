#include <stdio.h>
#include <string.h>

struct inner { int a[3]; char tag; };
struct outer { struct inner first, second; struct { short x; short y; }; union { int i; float f; } u; };

static void show(const char *name, const struct outer *o)
{
    printf("%s: %d %d %d %c | %d %c | %d %d | %d\n", name, o->first.a[0], o->first.a[1], o->first.a[2],
           o->first.tag, o->second.a[2], o->second.tag, o->x, o->y, o->u.i);
}

int main(void)
{
    struct outer a = { { { 1, 2, 3 }, 'a' }, { { 4, 5, 6 }, 'b' }, { 7, 8 }, { 9 } };
    struct outer b = a, c;
    b.first.a[1] = 20;
    b.x = 70;
    c = b;
    c.second = c.first;
    c.u.i++;
    a.first = b.second;
    show("a", &a);
    show("b", &b);
    show("c", &c);
    struct outer list[3] = { a, b, c };
    list[0] = list[2];
    list[1].first = list[1].second;
    for (int i = 0; i < 3; i++)
        show("list", &list[i]);
    struct outer *p = &list[1], *q = &list[2];
    *p = *q;
    show("p", p);
    printf("%d\n", memcmp(&p->first, &q->first, sizeof p->first) == 0);
    return 0;
}
