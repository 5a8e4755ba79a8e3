// A table of pointers grows, in a function of its own, and its first size is so small that it is no array yet.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vec {
    char **items;
    int count, room;
};

static int push(struct vec *v, char *s)
{
    if (v->count >= v->room) {
        int room = v->room * 2 + 1;
        char **items = realloc(v->items, room * sizeof(char *));
        if (!items)
            return 0;
        v->items = items;
        v->room = room;
    }
    v->items[v->count++] = s;
    return 1;
}

int main(int argc, char **argv)
{
    struct vec v = { 0 };
    for (int i = 0; i < argc; i++) {
        char *s = strdup(argv[i]);
        if (!s)
            break;
        if (!push(&v, s)) {
            free(s);
            break;
        }
    }
    for (int i = 0; i < v.count; i++)
        puts(v.items[i]);
    for (int i = 0; i < v.count; i++)
        free(v.items[i]);
    free(v.items);
    return 0;
}
