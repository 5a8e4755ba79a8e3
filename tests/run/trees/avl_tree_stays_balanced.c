#include <stdio.h>
#include <stdlib.h>

struct node { int key, height; struct node *child[2]; };

static int height(const struct node *n) { return n ? n->height : 0; }

static void update(struct node *n)
{
    int l = height(n->child[0]), r = height(n->child[1]);
    n->height = 1 + (l > r ? l : r);
}

static struct node *rotate(struct node *n, int side)
{
    struct node *up = n->child[!side];
    n->child[!side] = up->child[side];
    up->child[side] = n;
    update(n);
    update(up);
    return up;
}

static struct node *insert(struct node *n, int key)
{
    if (!n) {
        n = calloc(1, sizeof *n);
        n->key = key;
        n->height = 1;
        return n;
    }
    int side = key > n->key;
    n->child[side] = insert(n->child[side], key);
    update(n);
    if (height(n->child[side]) - height(n->child[!side]) > 1) {
        struct node *c = n->child[side];
        if (height(c->child[!side]) > height(c->child[side]))
            n->child[side] = rotate(c, side);
        n = rotate(n, !side);
    }
    return n;
}

static int check(const struct node *n)
{
    if (!n)
        return 1;
    int d = height(n->child[0]) - height(n->child[1]);
    return d >= -1 && d <= 1 && check(n->child[0]) && check(n->child[1]);
}

static void drop(struct node *n, int *sum, int depth)
{
    if (!n)
        return;
    drop(n->child[0], sum, depth + 1);
    *sum += n->key * depth;
    drop(n->child[1], sum, depth + 1);
    free(n);
}

int main(void)
{
    struct node *ascending = NULL, *mixed = NULL;
    int sum = 0;
    for (int i = 0; i < 64; i++) {
        ascending = insert(ascending, i);
        mixed = insert(mixed, i * 37 % 64);
    }
    printf("%d %d %d %d\n", height(ascending), check(ascending), height(mixed), check(mixed));
    printf("%d %d\n", ascending->key, mixed->key);
    drop(ascending, &sum, 0);
    drop(mixed, &sum, 0);
    printf("%d\n", sum);
    return 0;
}
