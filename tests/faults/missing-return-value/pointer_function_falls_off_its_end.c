#include <stdio.h>

struct node { struct node *next; int key; };

static struct node *find(struct node *list, int key)
{
    for (; list; list = list->next)
        if (list->key == key)
            return list;
}

int main(void)
{
    struct node b = { NULL, 2 }, a = { &b, 1 };
    if (find(&a, 2))
        puts("two");
    if (find(&a, 3)) //~ error[missing-return-value]
        puts("three");
    return 0;
}
