//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
    struct link *previous;
};

static void release(struct link *head)
{
    struct link *link = head->next;
    while (link != head) {
        struct link *next = link->next;
        free(link);
        link = next;
    }
}

int main(void)
{
    struct link head;
    head.next = &head;
    head.previous = &head;
    while (__VERIFIER_nondet_int()) {
        struct link *link = malloc(sizeof *link);
        link->next = &head;
        link->previous = head.previous;
        head.previous->next = link;
        head.previous = link;
    }
    release(&head);
    return 0;
}
