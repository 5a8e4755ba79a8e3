//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

struct timer {
    struct list_head entry;
    int expires;
};

static void list_del(struct list_head *entry)
{
    entry->next->prev = entry->prev; //~ error[null-dereference]
    entry->prev->next = entry->next;
    entry->next = NULL;
    entry->prev = NULL;
}

static void timer_cancel(struct timer *timer)
{
    if (timer->expires == 0)
        list_del(&timer->entry);
}

int main(void)
{
    struct list_head pending = { &pending, &pending };
    struct timer *timer = malloc(sizeof *timer);
    timer->expires = __VERIFIER_nondet_int();
    timer->entry.next = &pending;
    timer->entry.prev = &pending;
    pending.next = &timer->entry;
    pending.prev = &timer->entry;
    timer_cancel(timer);
    timer_cancel(timer);
    free(timer);
    return 0;
}
