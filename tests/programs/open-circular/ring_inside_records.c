// A ring of links that lie inside of larger records.
//@ options: --malloc-never-fails
//@ complete: 6/6
#include <stddef.h>
#include <stdlib.h>

struct ring {
    struct ring *next;
    struct ring *prev;
};

struct task {
    int priority;
    struct ring links;
};

void ring_init(struct ring *link)
{
    link->next = link;
    link->prev = link;
}

void ring_insert_behind(struct ring *place, struct ring *entry)
{
    struct ring *follower = place->next;
    entry->prev = place;
    entry->next = follower;
    follower->prev = entry;
    place->next = entry;
}

void ring_remove(struct ring *entry)
{
    struct ring *before = entry->prev;
    struct ring *behind = entry->next;
    before->next = behind;
    behind->prev = before;
}

int use_a_ring(void)
{
    struct task *first = malloc(sizeof(struct task));
    struct task *second = malloc(sizeof(struct task));
    first->priority = 1;
    second->priority = 2;
    ring_init(&first->links);
    ring_init(&second->links);
    ring_insert_behind(&first->links, &second->links);
    ring_remove(&second->links);
    free(second);
    int priority = first->priority;
    free(first);
    return priority;
}

// The record around the link that follows.
struct task *task_behind(struct task *task)
{
    return (struct task *)((char *)task->links.next - offsetof(struct task, links));
}

struct task *task_add(struct ring *head, int priority)
{
    struct task *fresh = malloc(sizeof(struct task));
    fresh->priority = priority;
    ring_insert_behind(head, &fresh->links);
    return fresh;
}
