// Each function makes an error whatever its caller does.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct node *pop_and_read_the_link(struct node *list)
{
    free(list);
    return list->next; //~ error[use-after-free] //~ error-if-called[null-dereference]
}

void remove_twice(struct node *list)
{
    if (!list)
        return;
    free(list);
    free(list); //~ error[double-free]
}

int push_and_forget(struct node **list, int value)
{
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return 0;
    fresh->next = *list;
    fresh->value = value;
    return 1; //~ error[memory-lost]
}

struct node *create_without_a_test(int value)
{
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = value; //~ error[null-dereference]
    fresh->next = NULL;
    return fresh;
}

int value_of_nothing(void)
{
    struct node node;
    return node.value ? 1 : 2; //~ error[uninitialised-use]
}
