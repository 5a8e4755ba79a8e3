//@ seen-by: valgrind-leak
#include <stdlib.h>

struct node { struct node *next; };

static struct node *push(struct node *list)
{
    struct node *node = malloc(sizeof *node); //~ note "allocated here"
    if (!node)
        exit(1);
    node->next = list;
    return node;
}

static void drop_first(struct node **list)
{
    struct node *first = *list;
    *list = NULL;
    free(first); //~ error[memory-lost]
}

int main(void)
{
    struct node *list = push(push(NULL));
    drop_first(&list);
    return list != NULL;
}
