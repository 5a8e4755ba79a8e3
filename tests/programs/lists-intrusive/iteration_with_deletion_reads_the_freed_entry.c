//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

struct request {
    long sector;
    struct list_head queue;
    int is_done;
};

#define request_of(link) ((struct request *)((char *)(link) - offsetof(struct request, queue)))

static void list_add_tail(struct list_head *entry, struct list_head *head)
{
    entry->next = head;
    entry->prev = head->prev;
    head->prev->next = entry;
    head->prev = entry;
}

static void list_del(struct list_head *entry)
{
    entry->prev->next = entry->next;
    entry->next->prev = entry->prev;
}

int main(void)
{
    struct list_head head = { &head, &head };
    while (__VERIFIER_nondet_int()) {
        struct request *request = malloc(sizeof *request);
        request->sector = 0;
        request->is_done = __VERIFIER_nondet_int() != 0;
        list_add_tail(&request->queue, &head);
    }
    struct request *request = request_of(head.next);
    struct request *next = request_of(request->queue.next);
    while (&request->queue != &head) {
        if (request->is_done) {
            list_del(&request->queue);
            free(request);
        }
        request = request_of(request->queue.next); //~ error[use-after-free]
        next = request_of(next->queue.next);
    }
    while (head.next != &head) {
        request = request_of(head.next);
        list_del(&request->queue);
        free(request);
    }
    return 0;
}
