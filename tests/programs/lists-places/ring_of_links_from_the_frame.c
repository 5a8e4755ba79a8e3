//@ options: --malloc-never-fails --at-exit
#include <alloca.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
    struct link *previous;
    int key;
};

int main(void)
{
    struct link head = { &head, &head, 0 };
    int size = __VERIFIER_nondet_int();
    for (int i = 0; i < size; i++) {
        struct link *link = alloca(sizeof *link);
        link->key = i;
        link->next = &head;
        link->previous = head.previous;
        head.previous->next = link;
        head.previous = link;
    }
    int *sums = malloc(sizeof(int));
    *sums = 0;
    for (struct link *link = head.next; link != &head; link = link->next)
        *sums += link->key;
    while (head.next != &head) {
        struct link *link = head.next;
        head.next = link->next;
        link->next->previous = &head;
    }
    free(sums);
    return 0;
}
