#include <stdio.h>
#include <stdlib.h>

struct node { struct node *previous, *next; int value; };

static void insert_before(struct node *at, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    *node = (struct node){ at->previous, at, value };
    at->previous->next = node;
    at->previous = node;
}

static int take(struct node *node)
{
    int value = node->value;
    node->previous->next = node->next;
    node->next->previous = node->previous;
    free(node);
    return value;
}

static int is_consistent(const struct node *list)
{
    for (const struct node *n = list->next; n != list; n = n->next)
        if (n->next->previous != n || n->previous->next != n)
            return 0;
    return 1;
}

int main(void)
{
    struct node list = { &list, &list, 0 };
    for (int i = 1; i <= 6; i++)
        insert_before(i % 2 ? &list : list.next, i);
    for (struct node *n = list.next; n != &list; n = n->next)
        printf("%d ", n->value);
    printf("| ");
    for (struct node *n = list.previous; n != &list; n = n->previous)
        printf("%d ", n->value);
    printf("%d\n", is_consistent(&list));
    printf("%d %d\n", take(list.next), take(list.previous));
    insert_before(list.next->next, 77);
    while (list.next != &list)
        printf("%d ", take(list.next));
    printf("%d %d\n", list.previous == &list, is_consistent(&list));
    return 0;
}
