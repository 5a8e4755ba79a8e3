//@ options: --malloc-may-fail --seed 3
#include <stdlib.h>

struct node { struct node *next; int value; };

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 1000; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i; //~ error[null-dereference]
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
