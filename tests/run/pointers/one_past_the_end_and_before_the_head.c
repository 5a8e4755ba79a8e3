#include <stddef.h>
#include <stdio.h>

struct link { struct link *next; };
struct item { int value; struct link link; };

#define ITEM(pointer) ((struct item *)((char *)(pointer) - offsetof(struct item, link)))

int main(void)
{
    int a[4] = { 3, 1, 4, 1 }, *end = &a[4];
    int sum = 0;
    for (int *p = a; p != end; ++p)
        sum += *p;
    printf("%d %td\n", sum, end - a);
    struct item items[3] = { { 1, { 0 } }, { 2, { 0 } }, { 3, { 0 } } };
    struct link head = { &items[0].link };
    items[0].link.next = &items[1].link;
    items[1].link.next = &items[2].link;
    items[2].link.next = &head;
    int total = 0;
    /* The last computed item would lie around the head; only its link is compared. */
    for (struct item *i = ITEM(head.next); &i->link != &head; i = ITEM(i->link.next))
        total = total * 10 + i->value;
    printf("%d\n", total);
    char buffer[8], *limit = buffer + sizeof buffer, *p = buffer;
    for (; p < limit; p++)
        *p = 'a' + (p - buffer);
    printf("%.8s %d\n", buffer, p == limit);
    int matrix[2][2] = { { 1, 2 }, { 3, 4 } };
    int (*past)[2] = matrix + 2;
    printf("%d\n", past[-1][1]);
    return 0;
}
