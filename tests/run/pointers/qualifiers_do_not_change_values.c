#include <stdio.h>
#include <stdlib.h>

static const int limit = 5;
static volatile int counter;
static const volatile unsigned sensor = 9;

static size_t length(const char *restrict text)
{
    const char *p = text;
    while (*p)
        p++;
    return p - text;
}

static void copy(int n, int *restrict to, const int *restrict from)
{
    for (register int i = 0; i < n; i++)
        to[i] = from[i];
}

struct node { const int key; volatile int hits; struct node *const next; };

int main(void)
{
    for (counter = 0; counter < limit; counter++)
        ;
    printf("%d %u\n", counter, sensor);
    int a[3] = { 1, 2, 3 }, b[3];
    copy(3, b, a);
    printf("%d %zu\n", b[2], length("qualified"));
    struct node last = { 1, 0, NULL }, first = { 2, 0, &last };
    for (struct node *n = &first; n; n = n->next)
        n->hits += n->key;
    printf("%d %d\n", first.hits, last.hits);
    const int *view = a;
    a[0] = 50;
    printf("%d\n", *view);
    int *const fixed = a;
    *fixed = 60;
    printf("%d\n", view[0]);
    volatile int *v = &a[1];
    *v += *v;
    printf("%d\n", a[1]);
    int *heap = malloc(sizeof *heap);
    const int *constant_view = heap;
    *heap = 7;
    printf("%d\n", *constant_view);
    free((void *)constant_view);
    const char *const words[] = { "const", "array" };
    printf("%s %s\n", words[0], words[1]);
    return 0;
}
