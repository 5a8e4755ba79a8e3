//@ seen-by: valgrind
#include <stdlib.h>

struct node { struct node *next; int value; };

static struct node *push(struct node *list, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->value = value;
    if (list)
        node->next = list;
    return node;
}

int main(void)
{
    struct node *list = push(push(NULL, 1), 2);
    while (list) { //~ error[uninitialised-use]
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
