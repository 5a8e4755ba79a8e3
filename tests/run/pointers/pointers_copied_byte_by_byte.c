#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int value; struct node *next; };

static void copy_bytes(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    while (n--)
        *t++ = *f++;
}

static void copy_backwards(void *to, const void *from, size_t n)
{
    while (n--)
        ((unsigned char *)to)[n] = ((const unsigned char *)from)[n];
}

int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c;
    a->value = 1;
    b->value = 2;
    copy_bytes(&a->next, &b, sizeof b);
    memcpy(&b->next, &a, sizeof a);
    printf("%d %d\n", a->next->value, a->next->next->value);
    copy_backwards(&c, &a->next, sizeof c);
    c->value = 20;
    printf("%d\n", b->value);
    struct node copy;
    copy_bytes(&copy, b, sizeof copy);
    printf("%d %d\n", copy.value, copy.next == a);
    unsigned char saved[sizeof a];
    for (size_t i = 0; i < sizeof a; i++)
        saved[i] = ((unsigned char *)&a)[i] ^ 0x5a;
    a = NULL;
    for (size_t i = 0; i < sizeof a; i++)
        ((unsigned char *)&a)[i] = saved[i] ^ 0x5a;
    printf("%d\n", a->value);
    union { struct node *pointer; unsigned char bytes[sizeof(struct node *)]; } u, v;
    u.pointer = a;
    for (size_t i = 0; i < sizeof u.bytes; i++)
        v.bytes[i] = u.bytes[i];
    printf("%d\n", v.pointer == a && v.pointer->next == b);
    free(v.pointer);
    free(c);
    return 0;
}
