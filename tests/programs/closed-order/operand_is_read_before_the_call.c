// With the value kept before the call the order is fixed.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static int drop(struct node *head) {
    free(head->next);
    head->next = 0;
    return 1;
}

int main(void) {
    struct node head = { malloc(sizeof(struct node)), 0 };
    if (!head.next) {
        return 0;
    }
    head.next->value = 3;
    int value = head.next->value;
    return value + drop(&head);
}
