//@ seen-by: asan valgrind
#include <stdlib.h>

struct node { struct node *next, *previous; };

int main(void)
{
    struct node head = { &head, &head };
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node); //~ note "allocated here"
        if (!node)
            return 1;
        node->next = head.next;
        node->previous = &head;
        head.next->previous = node;
        head.next = node;
    }
    for (struct node *n = head.next; n != &head; n = n->next) //~ error[use-after-free]
        free(n); //~ note "freed here"
    return 0;
}
