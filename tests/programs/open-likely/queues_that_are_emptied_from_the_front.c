// Elements of a tail queue and nodes behind a head are removed one by one: the first one leads back to the head, so that removing it
// changes the head. That is how such lists are, and no caller runs into an error; where the element is freed before it is
// removed, all do.
#include <stddef.h>
#include <stdlib.h>

struct element {
    int key;
    struct element *next;
    struct element **previous_next;
};

struct queue {
    struct element *first;
    struct element **last;
};

static void take_out(struct queue *queue, struct element *element)
{
    if (element->next)
        element->next->previous_next = element->previous_next;
    else
        queue->last = element->previous_next;
    *element->previous_next = element->next;
}

void empty(struct queue *queue)
{
    struct element *element;
    while ((element = queue->first)) {
        take_out(queue, element);
        free(element);
    }
}

void empty_wrongly(struct queue *queue)
{
    struct element *element;
    while ((element = queue->first)) {
        free(element);
        take_out(queue, element); //~ error[use-after-free]
    }
}

struct node {
    struct node *next, *previous;
};

void empty_list(struct node *head)
{
    struct node *node;
    while ((node = head->next)) {
        node->previous->next = node->next;
        if (node->next)
            node->next->previous = node->previous;
        free(node);
    }
}

void empty_list_wrongly(struct node *head)
{
    struct node *node;
    while ((node = head->next)) {
        free(node);
        node->previous->next = node->next; //~ error[use-after-free]
    }
}
