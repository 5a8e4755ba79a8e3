//@ options: --malloc-never-fails
// The calls that lead to the error are a hundred, at two places.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static int sum(struct node *node, int steps) {
    if (steps == 0) { //~ note "this does not hold"
        return 0;
    }
    return node->value + //~ error[null-dereference]
           sum(node->next, steps - 1); //~ note "called from `sum`, and 98 more times"
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 99; i++) { //~ note "this does not hold"
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    int total = sum(list, 200); //~ note "called from `main`"
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return total == 0;
}
