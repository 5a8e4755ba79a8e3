#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int letter;
    struct node *low, *equal, *high;
};

static struct node *grow(int depth)
{
    if (depth <= 0 || __VERIFIER_nondet_int())
        return NULL;
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return NULL;
    node->letter = depth;
    node->low = grow(depth - 1);
    node->equal = grow(depth - 1);
    node->high = grow(depth - 1);
    return node;
}

static void destroy(struct node *tree)
{
    if (tree == NULL)
        return;
    destroy(tree->low);
    destroy(tree->equal);
    destroy(tree->high);
    free(tree);
}

int main(void)
{
    struct node *tree = grow(__VERIFIER_nondet_int());
    const struct node *place = tree;
    int letters = 0;
    while (place != NULL) {
        int letter = __VERIFIER_nondet_int();
        letters++;
        place = letter < place->letter ? place->low : letter > place->letter ? place->high : place->equal;
    }
    destroy(tree);
    return letters > 2;
}
