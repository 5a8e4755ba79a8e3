#include <stdio.h>

struct employee;

struct department {
    const char *name;
    struct employee *head;
    struct department *parent;
};

struct employee {
    const char *name;
    struct department *department;
    struct employee *next;
};

static struct department company, sales;
static struct employee ann = { "ann", &company, 0 };
static struct employee bob = { "bob", &sales, &ann };
static struct department company = { "company", &ann, 0 };
static struct department sales = { "sales", &bob, &company };

typedef struct ring { struct ring *next, **back; int value; } ring;

int main(void)
{
    for (struct employee *e = &bob; e; e = e->next)
        printf("%s in %s under %s\n", e->name, e->department->name,
               e->department->parent ? e->department->parent->name : "nobody");
    printf("%s\n", bob.department->parent->head->department->head->name);
    ring a = { &a, &a.next, 1 }, b = { &a, &a.next, 2 }, c;
    a.next = &b;
    c = b;
    *c.back = &c;
    c.value = 3;
    c.next = &b;
    b.next = &a;
    b.back = &c.next;
    ring *r = &a;
    for (int i = 0; i < 7; i++, r = r->next)
        printf("%d%s", r->value, *r->back == r || i < 1 ? " " : "! ");
    printf("\n");
    return 0;
}
