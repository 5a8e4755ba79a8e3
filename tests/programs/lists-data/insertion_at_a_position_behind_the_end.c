//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static int between(int low, int high)
{
    int number = low;
    while (number < high && __VERIFIER_nondet_int())
        number++;
    return number;
}

static void insert(struct node **list, int position)
{
    struct node **link = list;
    while (position > 0) {
        link = &(*link)->next;
        position--;
    }
    struct node *node = malloc(sizeof *node);
    node->next = *link; //~ error[null-dereference]
    *link = node;
}

int main(void)
{
    struct node *list = NULL;
    int count = between(1, 4);
    for (int length = 0; length < count; length++)
        insert(&list, between(0, length + 2));
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
