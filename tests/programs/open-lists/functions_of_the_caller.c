// Functions that call functions of their caller: contracts assume that these leave the memory as it is.
//@ options: --malloc-never-fails
//@ complete: 4/4
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct node *find_if(struct node *list, int (*test)(int))
{
    while (list && !test(list->value))
        list = list->next;
    return list;
}

int count_if(const struct node *list, int (*test)(int))
{
    int count = 0;
    for (; list; list = list->next)
        if (test(list->value))
            count++;
    return count;
}

void free_all(struct node *list, void (*forget)(int))
{
    while (list) {
        struct node *next = list->next; //~ error-if-called[use-after-free]
        if (forget)
            forget(list->value);
        free(list);
        list = next;
    }
}

int ask(int (*question)(void), int otherwise)
{
    return question ? question() : otherwise;
}
