//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

struct page {
    int number;
    struct list_head lru;
};

static void fill(struct list_head *head)
{
    while (__VERIFIER_nondet_int()) {
        struct page *page = malloc(sizeof *page);
        page->number = 0;
        page->lru.next = head->next;
        page->lru.prev = head;
        head->next->prev = &page->lru;
        head->next = &page->lru;
    }
}

static void list_splice_init(struct list_head *list, struct list_head *head)
{
    if (list->next == list)
        return;
    list->prev->next = head->next;
    head->next->prev = list->prev;
    head->next = list->next;
    list->next->prev = head;
    list->next = list;
    list->prev = list;
}

static void release(struct list_head *head)
{
    while (head->next != head) {
        struct list_head *link = head->next;
        head->next = link->next;
        free((char *)link - offsetof(struct page, lru));
    }
}

int main(void)
{
    struct list_head active = { &active, &active };
    struct list_head inactive = { &inactive, &inactive };
    fill(&active);
    fill(&inactive);
    list_splice_init(&inactive, &active);
    release(&active);
    release(&inactive);
    return 0;
}
