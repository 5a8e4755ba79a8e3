//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

int main(void)
{
    struct node *list = NULL;
    int least = INT_MAX, greatest = INT_MIN;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
        if (node->value < least)
            least = node->value;
        if (node->value > greatest)
            greatest = node->value;
    }
    while (list != NULL) {
        struct node *next = list->next;
        assert(least <= list->value);
        assert(list->value <= greatest);
        free(list);
        list = next;
    }
    return 0;
}
