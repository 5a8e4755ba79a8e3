//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct event {
    int is_due;
    struct event *next;
    struct event **prev;
};

struct events {
    struct event *first;
    struct event **last;
};

static void insert_tail(struct events *events, struct event *event)
{
    event->next = NULL;
    event->prev = events->last;
    *events->last = event;
    events->last = &event->next;
}

static void remove_event(struct events *events, struct event *event)
{
    if (event->next != NULL)
        event->next->prev = event->prev;
    else
        events->last = event->prev;
    *event->prev = event->next;
}

int main(void)
{
    struct events events = { NULL, &events.first };
    while (__VERIFIER_nondet_int()) {
        struct event *event = malloc(sizeof *event);
        event->is_due = __VERIFIER_nondet_int();
        insert_tail(&events, event);
    }
    struct event *next;
    for (struct event *event = events.first; event != NULL; event = next) {
        next = event->next;
        if (event->is_due) {
            remove_event(&events, event);
            free(event);
        }
    }
    while ((next = events.first) != NULL) {
        remove_event(&events, next);
        free(next);
    }
    return 0;
}
