#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* A left-leaning red-black tree; the lowest bit of the left link says that the node is red. */
struct node { int key; uintptr_t left; struct node *right; };

static struct node *left(const struct node *n) { return (struct node *)(n->left & ~(uintptr_t)1); }
static int is_red(const struct node *n) { return n && (n->left & 1); }
static void set_left(struct node *n, struct node *l) { n->left = (uintptr_t)l | (n->left & 1); }
static void paint(struct node *n, int red) { n->left = (n->left & ~(uintptr_t)1) | red; }

static struct node *rotate_left(struct node *n)
{
    struct node *r = n->right;
    n->right = left(r);
    set_left(r, n);
    paint(r, is_red(n));
    paint(n, 1);
    return r;
}

static struct node *rotate_right(struct node *n)
{
    struct node *l = left(n);
    set_left(n, l->right);
    l->right = n;
    paint(l, is_red(n));
    paint(n, 1);
    return l;
}

static struct node *insert(struct node *n, int key)
{
    if (!n) {
        n = malloc(sizeof *n);
        *n = (struct node){ key, 1, NULL };
        return n;
    }
    if (key < n->key)
        set_left(n, insert(left(n), key));
    else if (key > n->key)
        n->right = insert(n->right, key);
    if (is_red(n->right) && !is_red(left(n)))
        n = rotate_left(n);
    if (is_red(left(n)) && is_red(left(left(n))))
        n = rotate_right(n);
    if (is_red(left(n)) && is_red(n->right)) {
        paint(n, 1);
        paint(left(n), 0);
        paint(n->right, 0);
    }
    return n;
}

static int black_height(struct node *n)
{
    if (!n)
        return 0;
    int l = black_height(left(n)), r = black_height(n->right);
    printf("%d%s ", n->key, is_red(n) ? "r" : "");
    return l == r && l >= 0 ? l + !is_red(n) : -1;
}

static void drop(struct node *n)
{
    if (n) {
        drop(left(n));
        drop(n->right);
        free(n);
    }
}

int main(void)
{
    struct node *root = NULL;
    for (int i = 0; i < 20; i++) {
        root = insert(root, i * 7 % 20);
        paint(root, 0);
    }
    int h = black_height(root);
    printf("| %d\n", h);
    drop(root);
    return h;
}
