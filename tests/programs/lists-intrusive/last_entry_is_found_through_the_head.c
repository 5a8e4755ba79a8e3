//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

struct packet {
    int length;
    struct list_head link;
};

static void push(struct list_head *head)
{
    struct packet *packet = malloc(sizeof *packet);
    packet->length = 64;
    packet->link.next = head->next;
    packet->link.prev = head;
    head->next->prev = &packet->link;
    head->next = &packet->link;
}

static void drop_last(struct list_head *head)
{
    struct list_head *last = head->prev;
    last->prev->next = head;
    head->prev = last->prev;
    free(container_of(last, struct packet, link));
}

int main(void)
{
    struct list_head head = { &head, &head };
    while (__VERIFIER_nondet_int())
        push(&head);
    if (head.prev != &head)
        drop_last(&head);
    while (head.next != &head)
        drop_last(&head);
    return 0;
}
