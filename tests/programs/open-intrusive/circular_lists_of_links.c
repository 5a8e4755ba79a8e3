// Circular doubly linked lists with the links inside of larger records.
#include <stddef.h>
#include <stdlib.h>

struct list_head {
    struct list_head *next, *prev;
};

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

/*~ contract requires list -> struct list_head { next: ?, prev: ? } ensures list -> struct list_head { next: list, prev: list } */
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

/*~ contract requires entry -> struct list_head { next: entry->next, prev: entry->prev }; entry->prev -> struct list_head { next: ? }; entry->next -> struct list_head { prev: ? } ensures entry -> struct list_head { next: 0, prev: 0 }; entry->prev -> struct list_head { next: entry->next }; entry->next -> struct list_head { prev: entry->prev }
    requires entry -> struct list_head { next: entry->next, prev: entry }; entry->next -> struct list_head { prev: ? } ensures entry -> struct list_head { next: 0, prev: 0 }; entry->next -> struct list_head { prev: entry }
    requires entry -> struct list_head { next: entry, prev: entry->prev }; entry->prev -> struct list_head { next: ? } ensures entry -> struct list_head { next: 0, prev: 0 }; entry->prev -> struct list_head { next: entry }
    requires entry -> struct list_head { next: entry, prev: entry } ensures entry -> struct list_head { next: 0, prev: 0 } */
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

/*~ contract requires head -> struct list_head { next: head->next }; list head->next -> head: exactly count#1 heap struct list_head linked by next ensures result = (int)count#1; head -> struct list_head { next: head->next }; list head->next -> head: at least 0 heap struct list_head linked by next */
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

/*~ contract requires links - 8 -> struct item { value: (links - 8)->value } ensures result = (links - 8)->value; links - 8 -> struct item { value: (links - 8)->value } */
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

/*~ contract requires item -> heap struct item { links.next: item->links.next, links.prev: item->links.prev }; item->links.prev -> struct list_head { next: ? }; item->links.next -> struct list_head { prev: ? } ensures freed item; item->links.prev -> struct list_head { next: item->links.next }; item->links.next -> struct list_head { prev: item->links.prev }
    requires item -> heap struct item { links.next: item->links.next, links.prev: item + 8 }; item->links.next -> struct list_head { prev: ? } ensures freed item; item->links.next -> struct list_head { prev: item + 8 }
    requires item -> heap struct item { links.next: item + 8, links.prev: item->links.prev }; item->links.prev -> struct list_head { next: ? } ensures freed item; item->links.prev -> struct list_head { next: item + 8 }
    requires item -> heap struct item { links.next: item + 8, links.prev: item + 8 } ensures freed item */
void item_destroy(struct item *item) {
    list_del(&item->links);
    free(item);
}
