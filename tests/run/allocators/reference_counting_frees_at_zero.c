#include <stdio.h>
#include <stdlib.h>

struct object { int references; const char *name; struct object *parts[2]; };

static int alive;

static struct object *keep(struct object *o)
{
    if (o)
        o->references++;
    return o;
}

static void release(struct object *o)
{
    if (!o || --o->references)
        return;
    printf("free %s\n", o->name);
    release(o->parts[0]);
    release(o->parts[1]);
    free(o);
    alive--;
}

static struct object *make(const char *name, struct object *a, struct object *b)
{
    struct object *o = malloc(sizeof *o);
    *o = (struct object){ 1, name, { keep(a), keep(b) } };
    alive++;
    return o;
}

int main(void)
{
    struct object *leaf = make("leaf", NULL, NULL);
    struct object *left = make("left", leaf, NULL), *right = make("right", leaf, leaf);
    struct object *root = make("root", left, right);
    printf("%d\n", leaf->references);
    release(left);
    release(right);
    release(leaf);
    printf("%d alive, leaf has %d\n", alive, leaf->references);
    struct object *second = keep(root);
    release(root);
    printf("%s\n", second->name);
    release(second);
    printf("%d alive\n", alive);
    return alive;
}
