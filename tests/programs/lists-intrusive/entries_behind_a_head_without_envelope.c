//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

struct task {
    int priority;
    struct list_head link;
};

static void list_add(struct list_head *entry, struct list_head *head)
{
    entry->next = head->next;
    entry->prev = head;
    head->next->prev = entry;
    head->next = entry;
}

int main(void)
{
    struct list_head head = { &head, &head };
    while (__VERIFIER_nondet_int()) {
        struct task *task = malloc(sizeof *task);
        task->priority = 1;
        list_add(&task->link, &head);
    }
    struct list_head *position = head.next;
    while (position != &head) {
        struct list_head *next = position->next;
        free(container_of(position, struct task, link));
        position = next;
    }
    return 0;
}
