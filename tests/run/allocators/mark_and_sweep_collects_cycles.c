#include <stdio.h>
#include <stdlib.h>

struct object { struct object *all, *first, *second; int id, marked; };

static struct object *objects;
static int next_id;

static struct object *make(struct object *first, struct object *second)
{
    struct object *o = malloc(sizeof *o);
    *o = (struct object){ objects, first, second, next_id++, 0 };
    return objects = o;
}

static void mark(struct object *o)
{
    while (o && !o->marked) {
        o->marked = 1;
        mark(o->first);
        o = o->second;
    }
}

static int sweep(void)
{
    int freed = 0;
    for (struct object **link = &objects; *link;) {
        struct object *o = *link;
        if (o->marked) {
            o->marked = 0;
            link = &o->all;
        } else {
            printf("%d ", o->id);
            *link = o->all;
            free(o);
            freed++;
        }
    }
    printf("-> %d\n", freed);
    return freed;
}

int main(void)
{
    struct object *a = make(NULL, NULL), *b = make(a, NULL), *root = make(b, a);
    a->first = b;
    make(root, root);
    struct object *loop = make(NULL, NULL);
    loop->first = loop;
    mark(root);
    int total = sweep();
    root->first = NULL;
    mark(root);
    total += sweep();
    root->second = NULL;
    mark(root);
    total += sweep();
    total += sweep();
    return total;
}
