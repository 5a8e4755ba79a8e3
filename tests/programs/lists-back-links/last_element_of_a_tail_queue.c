//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    struct entry *next;
    struct entry **prev;
    int value;
};

struct queue {
    struct entry *first;
    struct entry **last;
};

/* The head has the layout of an entry's links, as TAILQ_LAST takes for granted. */
static struct entry *last(struct queue *queue)
{
    return *((struct queue *)queue->last)->last;
}

int main(void)
{
    struct queue queue = { NULL, &queue.first };
    while (__VERIFIER_nondet_int()) {
        struct entry *entry = malloc(sizeof *entry);
        entry->value = 1;
        entry->next = NULL;
        entry->prev = queue.last;
        *queue.last = entry;
        queue.last = &entry->next;
    }
    if (queue.first != NULL)
        assert(last(&queue)->value == 1);
    while (queue.first != NULL) {
        struct entry *entry = queue.first;
        queue.first = entry->next;
        free(entry);
    }
    return 0;
}
