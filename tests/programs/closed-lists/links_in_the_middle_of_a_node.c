//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
};

struct item {
    long weight;
    struct link link;
    int value;
};

int main(void)
{
    struct link *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        item->weight = 1;
        item->value = 2;
        item->link.next = head;
        head = &item->link;
    }
    while (head != NULL) {
        struct link *next = head->next;
        free((char *)head - offsetof(struct item, link));
        head = next;
    }
    return 0;
}
