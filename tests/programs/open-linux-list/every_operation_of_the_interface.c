// The operations on circular lists of links that the Linux kernel offers, each for all callers.
//@ options: --malloc-never-fails
//@ complete: 23/23
#include <stddef.h>

struct list_head {
    struct list_head *next, *prev;
};

/*~ contract requires list -> struct list_head { next: ?, prev: ? } ensures list -> struct list_head { next: list, prev: list } */
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

/*~ contract requires entry -> struct list_head { next: ?, prev: ? }; head -> struct list_head { next: head->next }; head->next -> struct list_head { prev: ? } ensures entry -> struct list_head { next: head->next, prev: head }; head -> struct list_head { next: entry }; head->next -> struct list_head { prev: entry }
    requires entry -> struct list_head { next: ?, prev: ? }; head -> struct list_head { next: entry } ensures entry -> struct list_head { next: entry, prev: entry }; head -> struct list_head { next: entry }
    requires head = entry; entry -> struct list_head { next: head->next, prev: ? }; head->next -> struct list_head { prev: ? } ensures entry -> struct list_head { next: entry, prev: entry }; head->next -> struct list_head { prev: entry }
    requires head = entry; entry -> struct list_head { next: entry, prev: ? } ensures entry -> struct list_head { next: entry, prev: entry } */
void list_add(struct list_head *entry, struct list_head *head)
{
    list_insert_between(entry, head, head->next);
}

/*~ contract requires entry -> struct list_head { next: ?, prev: ? }; head -> struct list_head { prev: head->prev }; head->prev -> struct list_head { next: ? } ensures entry -> struct list_head { next: head, prev: head->prev }; head -> struct list_head { prev: entry }; head->prev -> struct list_head { next: entry }
    requires entry -> struct list_head { next: ?, prev: ? }; head -> struct list_head { prev: entry } ensures entry -> struct list_head { next: entry, prev: entry }; head -> struct list_head { prev: entry }
    requires entry = head; head -> struct list_head { next: ?, prev: head->prev }; head->prev -> struct list_head { next: ? } ensures head -> struct list_head { next: head, prev: head }; head->prev -> struct list_head { next: head }
    requires entry = head; head -> struct list_head { next: ?, prev: head } ensures head -> struct list_head { next: head, prev: head } */
void list_add_tail(struct list_head *entry, struct list_head *head)
{
    list_insert_between(entry, head->prev, head);
}

void list_join_neighbours(struct list_head *before, struct list_head *behind)
{
    before->next = behind;
    behind->prev = before;
}

/*~ contract requires entry -> struct list_head { next: entry->next, prev: entry->prev }; entry->prev -> struct list_head { next: ? }; entry->next -> struct list_head { prev: ? } ensures entry -> struct list_head { next: 0, prev: 0 }; entry->prev -> struct list_head { next: entry->next }; entry->next -> struct list_head { prev: entry->prev }
    requires entry -> struct list_head { next: entry, prev: entry->prev }; entry->prev -> struct list_head { next: ? } ensures entry -> struct list_head { next: 0, prev: 0 }; entry->prev -> struct list_head { next: entry }
    requires entry -> struct list_head { next: entry->next, prev: entry }; entry->next -> struct list_head { prev: ? } ensures entry -> struct list_head { next: 0, prev: 0 }; entry->next -> struct list_head { prev: entry }
    requires entry -> struct list_head { next: entry, prev: entry } ensures entry -> struct list_head { next: 0, prev: 0 } */
void list_del(struct list_head *entry)
{
    list_join_neighbours(entry->prev, entry->next);
    entry->prev = NULL;
    entry->next = NULL;
}

/*~ contract requires entry -> struct list_head { next: entry->next, prev: entry->prev }; entry->prev -> struct list_head { next: ? }; entry->next -> struct list_head { prev: ? } ensures entry -> struct list_head { next: entry, prev: entry }; entry->prev -> struct list_head { next: entry->next }; entry->next -> struct list_head { prev: entry->prev }
    requires entry -> struct list_head { next: entry, prev: entry->prev }; entry->prev -> struct list_head { next: ? } ensures entry -> struct list_head { next: entry, prev: entry }; entry->prev -> struct list_head { next: entry }
    requires entry -> struct list_head { next: entry->next, prev: entry }; entry->next -> struct list_head { prev: ? } ensures entry -> struct list_head { next: entry, prev: entry }; entry->next -> struct list_head { prev: entry }
    requires entry -> struct list_head { next: entry, prev: entry } ensures entry -> struct list_head { next: entry, prev: entry } */
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

/*~ contract requires entry -> struct list_head { prev: entry->prev } ensures result = [entry->prev = head]; entry -> struct list_head { prev: entry->prev } */
int list_is_first(const struct list_head *entry, const struct list_head *head)
{
    return entry->prev == head;
}

/*~ contract requires entry -> struct list_head { next: entry->next } ensures result = [entry->next = head]; entry -> struct list_head { next: entry->next } */
int list_is_last(const struct list_head *entry, const struct list_head *head)
{
    return entry->next == head;
}

/*~ contract requires head -> struct list_head { next: head->next } ensures result = [head->next = head]; head -> struct list_head { next: head->next } */
int list_empty(const struct list_head *head)
{
    return head->next == head;
}

/*~ contract requires head -> struct list_head { next: head } ensures result = 0; head -> struct list_head { next: head }
    requires head -> struct list_head { next: head->next, prev: head->prev }; head->next != head ensures result = 1; head->next = head->prev; head -> struct list_head { next: head->prev, prev: head->prev }; head->prev != head or result = 0; head -> struct list_head { next: head->next, prev: head->prev }; head->next != head->prev */
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
