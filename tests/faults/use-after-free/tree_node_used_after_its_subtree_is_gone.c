//@ seen-by: asan valgrind
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };

static struct tree *make(int key, struct tree *left, struct tree *right)
{
    struct tree *t = malloc(sizeof *t); //~ note "allocated here"
    if (!t)
        exit(1);
    *t = (struct tree){ key, left, right };
    return t;
}

static void drop(struct tree *t)
{
    if (!t)
        return;
    drop(t->left);
    drop(t->right);
    free(t); //~ note "freed here"
}

int main(void)
{
    struct tree *left = make(1, NULL, NULL), *root = make(2, left, NULL);
    drop(root->left);
    printf("%d\n", root->key);
    int key = left->key; //~ error[use-after-free]
    free(root);
    return key;
}
