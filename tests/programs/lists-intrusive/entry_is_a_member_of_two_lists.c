//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

struct inode {
    struct list_head all;
    struct list_head dirty;
};

static void list_add(struct list_head *entry, struct list_head *head)
{
    entry->next = head->next;
    entry->prev = head;
    head->next->prev = entry;
    head->next = entry;
}

static void list_del(struct list_head *entry)
{
    entry->prev->next = entry->next;
    entry->next->prev = entry->prev;
}

int main(void)
{
    struct list_head all = { &all, &all };
    struct list_head dirty = { &dirty, &dirty };
    while (__VERIFIER_nondet_int()) {
        struct inode *inode = malloc(sizeof *inode);
        list_add(&inode->all, &all);
        list_add(&inode->dirty, &dirty);
    }
    while (all.next != &all) {
        struct inode *inode = container_of(all.next, struct inode, all);
        list_del(&inode->all);
        list_del(&inode->dirty);
        free(inode);
    }
    while (dirty.next != &dirty)
        list_del(dirty.next);
    return 0;
}
