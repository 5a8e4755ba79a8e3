// Operations on circular lists of links, for the programs of this folder.
#include <stddef.h>
#include <stdlib.h>

struct list_head {
    struct list_head *next, *prev;
};

struct parcel {
    void *contents;
    struct list_head links;
};

static struct parcel *parcel_of(struct list_head *links)
{
    return (struct parcel *)((char *)links - offsetof(struct parcel, links));
}

static void init_list(struct list_head *list)
{
    list->prev = list;
    list->next = list;
}

static void list_insert_between(struct list_head *entry, struct list_head *before, struct list_head *behind)
{
    entry->prev = before;
    entry->next = behind;
    before->next = entry;
    behind->prev = entry;
}

static void list_add_tail(struct list_head *entry, struct list_head *head)
{
    list_insert_between(entry, head->prev, head);
}

static void list_join_neighbours(struct list_head *before, struct list_head *behind)
{
    before->next = behind;
    behind->prev = before;
}

static void list_unlink(struct list_head *entry)
{
    list_join_neighbours(entry->prev, entry->next);
}

static void list_unlink_and_mark(struct list_head *entry)
{
    list_unlink(entry);
    entry->prev = NULL;
}

static void list_del(struct list_head *entry)
{
    list_unlink(entry);
    entry->next = NULL;
    entry->prev = NULL;
}

void append_parcel(struct list_head *head)
{
    struct parcel *fresh = malloc(sizeof *fresh);
    if (!fresh)
        abort();
    fresh->contents = NULL;
    list_add_tail(&fresh->links, head);
}

struct list_head *two_parcels(void)
{
    struct list_head *head = malloc(sizeof *head);
    init_list(head);
    append_parcel(head);
    append_parcel(head);
    return head;
}
