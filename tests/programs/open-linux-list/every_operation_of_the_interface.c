// The operations on circular lists of links that the Linux kernel offers, each for all callers.
//@ options: --malloc-never-fails
//@ complete: 23/23
#include <stddef.h>

struct list_head {
    struct list_head *next, *prev;
};

static void init_list(struct list_head *list)
{
    list->prev = list;
    list->next = list;
}

void list_insert_between(struct list_head *entry, struct list_head *before, struct list_head *behind)
{
    entry->prev = before;
    entry->next = behind;
    before->next = entry;
    behind->prev = entry;
}

void list_add(struct list_head *entry, struct list_head *head)
{
    list_insert_between(entry, head, head->next);
}

void list_add_tail(struct list_head *entry, struct list_head *head)
{
    list_insert_between(entry, head->prev, head);
}

void list_join_neighbours(struct list_head *before, struct list_head *behind)
{
    before->next = behind;
    behind->prev = before;
}

void list_del(struct list_head *entry)
{
    list_join_neighbours(entry->prev, entry->next);
    entry->prev = NULL;
    entry->next = NULL;
}

void list_del_init(struct list_head *entry)
{
    list_join_neighbours(entry->prev, entry->next);
    init_list(entry);
}

void list_replace(struct list_head *old, struct list_head *fresh)
{
    fresh->next = old->next;
    fresh->next->prev = fresh;
    fresh->prev = old->prev;
    fresh->prev->next = fresh;
}

void list_replace_init(struct list_head *old, struct list_head *fresh)
{
    list_replace(old, fresh);
    init_list(old);
}

void list_move(struct list_head *entry, struct list_head *head)
{
    list_join_neighbours(entry->prev, entry->next);
    list_add(entry, head);
}

void list_move_tail(struct list_head *entry, struct list_head *head)
{
    list_join_neighbours(entry->prev, entry->next);
    list_add_tail(entry, head);
}

void list_swap(struct list_head *one, struct list_head *other)
{
    struct list_head *place = other->prev;
    list_del(other);
    list_replace(one, other); //~ error-if-called[null-dereference]
    if (place == one)
        place = other;
    list_add(one, place);
}

int list_is_first(const struct list_head *entry, const struct list_head *head)
{
    return entry->prev == head;
}

int list_is_last(const struct list_head *entry, const struct list_head *head)
{
    return entry->next == head;
}

int list_empty(const struct list_head *head)
{
    return head->next == head;
}

int list_is_singular(const struct list_head *head)
{
    return !list_empty(head) && head->next == head->prev;
}

void list_rotate_left(struct list_head *head)
{
    if (!list_empty(head))
        list_move_tail(head->next, head);
}

void list_rotate_to_front(struct list_head *entry, struct list_head *head)
{
    list_move_tail(head, entry);
}

static void cut_behind(struct list_head *list, struct list_head *head, struct list_head *entry)
{
    struct list_head *rest = entry->next;
    list->next = head->next;
    list->next->prev = list;
    list->prev = entry;
    entry->next = list;
    list_join_neighbours(head, rest);
}

void list_cut_position(struct list_head *list, struct list_head *head, struct list_head *entry)
{
    if (list_empty(head))
        return;
    if (list_is_singular(head) && head->next != entry && head != entry)
        return;
    if (entry == head)
        init_list(list);
    else
        cut_behind(list, head, entry);
}

void list_splice_between(const struct list_head *list, struct list_head *before, struct list_head *behind)
{
    struct list_head *first = list->next;
    struct list_head *last = list->prev;
    list_join_neighbours(before, first);
    list_join_neighbours(last, behind);
}

void list_splice(const struct list_head *list, struct list_head *head)
{
    if (!list_empty(list))
        list_splice_between(list, head, head->next);
}

void list_splice_init(struct list_head *list, struct list_head *head)
{
    if (!list_empty(list)) {
        list_splice_between(list, head, head->next);
        init_list(list);
    }
}
