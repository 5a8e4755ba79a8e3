//@ options: --max-memory 1M
#include <stdlib.h>

struct node { struct node *next; char payload[1000]; };

int main(void)
{
    struct node *list = NULL;
    for (;;) {
        struct node *node = malloc(sizeof *node); //~ gave-up[memory-limit]
        if (!node)
            return 1;
        node->next = list;
        list = node;
    }
}
