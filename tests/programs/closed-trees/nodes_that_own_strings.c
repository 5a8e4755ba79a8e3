#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    char *name;
    struct entry *smaller, *larger;
    int count;
};

static void destroy(struct entry *tree)
{
    if (tree == NULL)
        return;
    destroy(tree->smaller);
    destroy(tree->larger);
    free(tree->name);
    free(tree);
}

static struct entry *add(struct entry *tree, int order)
{
    if (tree == NULL) {
        struct entry *entry = calloc(1, sizeof *entry);
        if (entry == NULL)
            return NULL;
        entry->name = malloc(8);
        if (entry->name != NULL)
            memset(entry->name, 'a', 8);
        entry->count = order;
        return entry;
    }
    if (order < tree->count)
        tree->smaller = add(tree->smaller, order);
    else if (order > tree->count)
        tree->larger = add(tree->larger, order);
    return tree;
}

int main(void)
{
    struct entry *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = add(tree, __VERIFIER_nondet_int());
    destroy(tree);
    return 0;
}
