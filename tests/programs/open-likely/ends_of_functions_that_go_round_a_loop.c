// The end of a function that is looked at by itself stops where it goes round a loop: nothing is wrong there.
#include <stdlib.h>

struct event {
    struct event *next;
    void *data;
    void (*finalizer)(struct event *);
};

struct loop {
    void *events;
    void *fired;
    struct event *timers;
    unsigned char table[64];
};

void release(struct loop *loop)
{
    unsigned i, hash = 7;
    for (i = 0; i < 64; i++)
        hash = hash * 31 + loop->table[(hash ^ i) % 64];
    free(loop->events);
    free(loop->fired);
    struct event *event = loop->timers;
    while (event) {
        struct event *next = event->next;
        if (event->finalizer)
            event->finalizer(event);
        free(event);
        event = next;
    }
    for (;;)
        if (hash++ % 7 == 3)
            break;
    free(loop);
}
