#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY 4

struct chunk { int count; int values[CAPACITY]; struct chunk *next; };

static void insert(struct chunk **list, int value)
{
    while (*list && (*list)->next && (*list)->next->values[0] <= value)
        list = &(*list)->next;
    if (!*list)
        *list = calloc(1, sizeof **list);
    struct chunk *c = *list;
    if (c->count == CAPACITY) {
        struct chunk *half = calloc(1, sizeof *half);
        half->count = CAPACITY / 2;
        c->count -= half->count;
        memcpy(half->values, c->values + c->count, half->count * sizeof(int));
        half->next = c->next;
        c->next = half;
        if (value >= half->values[0])
            c = half;
    }
    int at = c->count++;
    for (; at > 0 && c->values[at - 1] > value; at--)
        c->values[at] = c->values[at - 1];
    c->values[at] = value;
}

int main(void)
{
    struct chunk *list = NULL;
    for (int i = 0; i < 25; i++)
        insert(&list, i * 11 % 26);
    int chunks = 0;
    while (list) {
        struct chunk *next = list->next;
        printf("[");
        for (int i = 0; i < list->count; i++)
            printf("%s%d", i ? " " : "", list->values[i]);
        printf("]");
        free(list);
        list = next;
        chunks++;
    }
    printf("\n");
    return chunks;
}
