//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
    struct link *previous;
};

static void insert_after(struct link *where, struct link *link)
{
    link->next = where->next;
    link->previous = where;
    where->next->previous = link;
    where->next = link;
}

static void fill(struct link *head)
{
    head->next = head;
    head->previous = head;
    while (__VERIFIER_nondet_int())
        insert_after(head, malloc(sizeof *head));
}

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
    struct link first;
    struct link second;
    fill(&first);
    fill(&second);
    if (second.next != &second) {
        first.previous->next = second.next;
        second.next->previous = first.previous;
        second.previous->next = &first;
        first.previous = second.previous;
    }
    release(&first);
    return 0;
}
