//@ seen-by: valgrind-leak
#include <stdlib.h>

struct node { struct node *next; };

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node); //~ note "allocated here"
        if (!node)
            return 1;
        node->next = list;
        list = node;
    }
    free(list); //~ error[memory-lost]
    return 0;
}
