#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { int key; struct node *left, *right; };
static struct node *insert(struct node *n, int key)
{
    if (!n) {
        n = malloc(sizeof *n);
        if (!n) exit(1);
        n->key = key; n->left = n->right = NULL;
        return n;
    }
    if (key < n->key) n->left = insert(n->left, key);
    else if (key > n->key) n->right = insert(n->right, key);
    return n;
}
static struct node *minimum(struct node *n) { while (n->left) n = n->left; return n; }
static struct node *erase(struct node *n, int key)
{
    if (!n) return NULL;
    if (key < n->key) n->left = erase(n->left, key);
    else if (key > n->key) n->right = erase(n->right, key);
    else if (!n->left) { struct node *r = n->right; free(n); return r; }
    else if (!n->right) { struct node *l = n->left; free(n); return l; }
    else {
        n->key = minimum(n->right)->key;
        n->right = erase(n->right, n->key);
    }
    return n;
}
static struct node *find(struct node *n, int key)
{
    if (!n || n->key == key) return n;
    return find(key < n->key ? n->left : n->right, key);
}
static void destroy(struct node *n) { if (n) { destroy(n->left); destroy(n->right); free(n); } }
int main(void)
{
    struct node *root = NULL;
    for (;;) {
        int c = __VERIFIER_nondet_int();
        if (c == 0) break;
        int key = __VERIFIER_nondet_int();
        if (c == 1) root = insert(root, key);
        else if (c == 2) root = erase(root, key);
        else { struct node *n = find(root, key); if (n && n->key != key) abort(); }
    }
    destroy(root);
    return 0;
}
