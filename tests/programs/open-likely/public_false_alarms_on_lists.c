// Code that tools for C are known to report by mistake: removal while iterating a tail queue, links to links, containers found
// from their links, arrays of pointers that are freed in a loop. All of it is silent; what follows each is the same with an error.
#include <stddef.h>
#include <stdlib.h>

struct entry {
    int key;
    struct entry *next;
    struct entry **previous_next;
};

struct queue {
    struct entry *first;
    struct entry **last;
};

static void unlink_from_queue(struct queue *queue, struct entry *entry)
{
    if (entry->next)
        entry->next->previous_next = entry->previous_next;
    else
        queue->last = entry->previous_next;
    *entry->previous_next = entry->next;
}

void remove_key_from_queue(struct queue *queue, int key)
{
    struct entry *entry = queue->first;
    while (entry) {
        struct entry *next = entry->next;
        if (entry->key == key) {
            unlink_from_queue(queue, entry);
            free(entry);
        }
        entry = next;
    }
}

void remove_first_wrongly(struct queue *queue)
{
    struct entry *entry = queue->first;
    if (!entry)
        return;
    free(entry);
    unlink_from_queue(queue, entry); //~ error[use-after-free]
}

struct node {
    struct node *next;
    struct node **previous_next;
};

void list_remove(struct node *node)
{
    if (node->next)
        node->next->previous_next = node->previous_next;
    *node->previous_next = node->next;
}

void list_remove_and_free(struct node *node)
{
    list_remove(node);
    free(node);
}

void list_free_and_remove(struct node *node)
{
    free(node);
    *node->previous_next = NULL; //~ error[use-after-free]
}

struct link {
    struct link *next, *previous;
};

struct parcel {
    int weight;
    struct link link;
};

#define parcel_of(position) ((struct parcel *)((char *)(position) - offsetof(struct parcel, link)))

void free_parcels(struct link *head)
{
    struct link *position = head->next, *next;
    for (; position != head; position = next) {
        next = position->next;
        free(parcel_of(position));
    }
    head->next = head->previous = head;
}

void free_parcels_wrongly(struct link *head)
{
    struct link *position;
    for (position = head->next; position != head; position = position->next) //~ error[use-after-free]
        free(parcel_of(position));
}

void free_names(char **names, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

char **make_names(size_t count)
{
    size_t i;
    char **names = calloc(count, sizeof *names);
    if (!names)
        return NULL;
    for (i = 0; i < count; i++) {
        names[i] = malloc(8);
        if (!names[i]) {
            while (i > 0)
                free(names[--i]);
            free(names);
            return NULL;
        }
    }
    return names;
}

void free_two_names_wrongly(char **names)
{
    free(names[0]);
    free(names);
    free(names[1]); //~ error[use-after-free]
}
