// A call that changes other members than those that find the target changes nothing, however long the list is.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

struct list {
    struct node *head;
    int made;
};

static int number(struct list *list) {
    return list->made++;
}

int main(void) {
    struct list list = { 0, 0 };
    struct list *known = &list;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node) {
            break;
        }
        node->next = known->head;
        known->head = node;
        known->head->value = number(known) + number(known);
    }
    while (list.head) {
        struct node *next = list.head->next;
        free(list.head);
        list.head = next;
    }
    return 0;
}
