#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct list_head { struct list_head *next, *prev; };

#define LIST_HEAD(name) struct list_head name = { &name, &name }
#define list_entry(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
#define list_for_each_entry(pos, head, member) \
    for (pos = list_entry((head)->next, __typeof__(*pos), member); &pos->member != (head); \
         pos = list_entry(pos->member.next, __typeof__(*pos), member))

struct item { int value; struct list_head list; };

static void list_add_tail(struct list_head *entry, struct list_head *head)
{
    entry->prev = head->prev;
    entry->next = head;
    head->prev->next = entry;
    head->prev = entry;
}

static void list_del(struct list_head *entry)
{
    entry->next->prev = entry->prev;
    entry->prev->next = entry->next;
}

static void list_splice(struct list_head *list, struct list_head *head)
{
    if (list->next == list)
        return;
    list->next->prev = head;
    list->prev->next = head->next;
    head->next->prev = list->prev;
    head->next = list->next;
    list->next = list->prev = list;
}

static void add(struct list_head *head, int value)
{
    struct item *item = malloc(sizeof *item);
    item->value = value;
    list_add_tail(&item->list, head);
}

int main(void)
{
    LIST_HEAD(first);
    LIST_HEAD(second);
    for (int i = 0; i < 4; i++) {
        add(&first, i);
        add(&second, 10 * i);
    }
    list_splice(&second, &first);
    struct item *item;
    list_for_each_entry(item, &first, list)
        printf("%d ", item->value);
    printf("%d\n", second.next == &second);
    int sum = 0;
    while (first.next != &first) {
        item = list_entry(first.next, struct item, list);
        list_del(&item->list);
        sum += item->value;
        free(item);
    }
    return sum;
}
