#include <stdio.h>
#include <stdlib.h>

struct node { int key, order; struct node *next; };

static struct node *merge(struct node *a, struct node *b)
{
    struct node *head, **tail = &head;
    while (a && b) {
        struct node **smaller = b->key < a->key ? &b : &a;
        *tail = *smaller;
        tail = &(*tail)->next;
        *smaller = *tail;
    }
    *tail = a ? a : b;
    return head;
}

static struct node *sort(struct node *list)
{
    if (!list || !list->next)
        return list;
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *second = slow->next;
    slow->next = NULL;
    return merge(sort(list), sort(second));
}

int main(void)
{
    struct node *list = NULL;
    unsigned state = 42;
    for (int i = 0; i < 50; i++) {
        struct node *node = malloc(sizeof *node);
        state = state * 1664525u + 1013904223u;
        *node = (struct node){ state >> 28, 49 - i, list };
        list = node;
    }
    list = sort(list);
    int stable = 1;
    for (struct node *n = list; n; n = n->next) {
        printf("%d ", n->key);
        if (n->next && n->key == n->next->key && n->order < n->next->order)
            stable = 0;
    }
    printf("\n");
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    printf("%s\n", stable ? "stable" : "reordered");
    return 0;
}
