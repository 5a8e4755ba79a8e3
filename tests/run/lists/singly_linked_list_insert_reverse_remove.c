#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->value = value;
    node->next = head;
    return node;
}

static struct node *reverse(struct node *head)
{
    struct node *done = NULL;
    while (head) {
        struct node *next = head->next;
        head->next = done;
        done = head;
        head = next;
    }
    return done;
}

static int remove_value(struct node **link, int value)
{
    int removed = 0;
    while (*link)
        if ((*link)->value == value) {
            struct node *victim = *link;
            *link = victim->next;
            free(victim);
            removed++;
        } else {
            link = &(*link)->next;
        }
    return removed;
}

static void show(const struct node *head)
{
    for (; head; head = head->next)
        printf("%d ", head->value);
    printf("\n");
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 10; i++)
        list = push(list, i % 4);
    show(list);
    list = reverse(list);
    show(list);
    int removed = remove_value(&list, 1) * 10 + remove_value(&list, 9);
    show(list);
    remove_value(&list, 0);
    remove_value(&list, 2);
    remove_value(&list, 3);
    printf("%d\n", list == NULL);
    return removed;
}
