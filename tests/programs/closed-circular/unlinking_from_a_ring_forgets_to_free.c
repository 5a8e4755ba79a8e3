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

static void unlink_from(struct link *link)
{
    link->previous->next = link->next;
    link->next->previous = link->previous;
}

int main(void)
{
    struct link head;
    fill(&head);
    while (head.next != &head) {
        struct link *link = head.next;
        unlink_from(link);
    }
    return 0; //~ error[memory-lost]
}
