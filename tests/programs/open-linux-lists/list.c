// Circular doubly linked lists with the links inside of larger records.
#include <stddef.h>
#include <stdlib.h>

struct list_head {
    struct list_head *next, *prev;
};

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

void init_list_head(struct list_head *list) {
    list->next = list;
    list->prev = list;
}

static void add_between(struct list_head *item, struct list_head *prev, struct list_head *next) {
    next->prev = item;
    item->next = next;
    item->prev = prev;
    prev->next = item;
}

void list_add(struct list_head *item, struct list_head *head) {
    add_between(item, head, head->next);
}

void list_add_tail(struct list_head *item, struct list_head *head) {
    add_between(item, head->prev, head);
}

static void join_neighbours(struct list_head *prev, struct list_head *next) {
    next->prev = prev;
    prev->next = next;
}

void list_del(struct list_head *entry) {
    join_neighbours(entry->prev, entry->next);
    entry->next = NULL;
    entry->prev = NULL;
}

void list_del_init(struct list_head *entry) {
    join_neighbours(entry->prev, entry->next);
    init_list_head(entry);
}

int list_empty(const struct list_head *head) {
    return head->next == head;
}

void list_move(struct list_head *list, struct list_head *head) {
    join_neighbours(list->prev, list->next);
    list_add(list, head);
}

int list_count(const struct list_head *head) {
    int count = 0;
    const struct list_head *position;
    for (position = head->next; position != head; position = position->next)
        count++;
    return count;
}

struct item {
    int value;
    struct list_head links;
};

int item_value(const struct list_head *links) {
    return container_of(links, struct item, links)->value;
}

struct item *item_create(struct list_head *head, int value) {
    struct item *item = malloc(sizeof *item);
    if (!item)
        return NULL;
    item->value = value;
    list_add_tail(&item->links, head);
    return item;
}

void item_destroy(struct item *item) {
    list_del(&item->links);
    free(item);
}
