//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

struct cursor {
    struct node **list;
    struct node *position;
};

static void pop(struct node **list)
{
    struct node *node = *list;
    *list = node->next;
    free(node);
}

int main(void)
{
    struct node *list = NULL;
    do {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->next = list;
        list = node;
    } while (__VERIFIER_nondet_int());
    struct cursor cursor = { &list, list };
    while (cursor.position->next != NULL)
        cursor.position = cursor.position->next;
    cursor.position->value = 1;
    while (*cursor.list != NULL)
        pop(cursor.list);
    return 0;
}
