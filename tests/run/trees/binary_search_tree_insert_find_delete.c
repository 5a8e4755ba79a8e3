#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };

static void insert(struct tree **at, int key)
{
    while (*at)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = malloc(sizeof **at);
    **at = (struct tree){ key, NULL, NULL };
}

static int erase(struct tree **at, int key)
{
    while (*at && (*at)->key != key)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    struct tree *node = *at;
    if (!node)
        return 0;
    if (node->left && node->right) {
        struct tree **least = &node->right;
        while ((*least)->left)
            least = &(*least)->left;
        struct tree *successor = *least;
        node->key = successor->key;
        *least = successor->right;
        node = successor;
    } else {
        *at = node->left ? node->left : node->right;
    }
    free(node);
    return 1;
}

static int height(const struct tree *t)
{
    if (!t)
        return 0;
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}

static void show(const struct tree *t)
{
    if (t) {
        printf("(");
        show(t->left);
        printf("%d", t->key);
        show(t->right);
        printf(")");
    }
}

int main(void)
{
    struct tree *root = NULL;
    int keys[] = { 50, 30, 70, 20, 40, 60, 80, 35, 45, 65 };
    for (int i = 0; i < 10; i++)
        insert(&root, keys[i]);
    show(root);
    printf(" %d\n", height(root));
    int order[] = { 20, 30, 50, 99, 70 };
    for (int i = 0; i < 5; i++) {
        printf("%d ", erase(&root, order[i]));
        show(root);
        printf("\n");
    }
    while (root)
        erase(&root, root->key);
    return 0;
}
