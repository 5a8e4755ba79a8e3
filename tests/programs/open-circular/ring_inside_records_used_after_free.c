// Links inside of records: the record is freed while its link is still in the ring.
//@ options: --malloc-never-fails
//@ complete: 3/3
#include <stdlib.h>

struct ring {
    struct ring *next;
    struct ring *prev;
};

struct task {
    int priority;
    struct ring links;
};

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
    before->next = behind; //~ note "the error happens here"
    behind->prev = before;
}

int use_a_ring(void)
{
    struct task *first = malloc(sizeof(struct task));
    struct task *second = malloc(sizeof(struct task));
    first->links.next = &first->links;
    first->links.prev = &first->links;
    ring_insert_behind(&first->links, &second->links);
    free(first);
    ring_remove(&second->links); //~ error[use-after-free]
    free(second);
    return 0;
}
