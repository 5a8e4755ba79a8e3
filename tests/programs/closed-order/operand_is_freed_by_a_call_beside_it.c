// The sum may call first, and then read what was freed.
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
    return head.next->value + drop(&head); //~ error[null-dereference]
}
