// Memory is allocated and freed through pointers to functions that the file initialises. Callers may set others, so no error is
// certain.
#include <stdlib.h>

struct item {
    struct item *next;
    int value;
};

static struct hooks {
    void *(*allocate)(size_t size);
    void (*deallocate)(void *memory);
} hooks = {malloc, free};

void set_hooks(void *(*allocate)(size_t), void (*deallocate)(void *))
{
    hooks.allocate = allocate;
    hooks.deallocate = deallocate;
}

struct item *make_item(int value)
{
    struct item *item = hooks.allocate(sizeof *item);
    if (!item)
        return NULL;
    item->next = NULL;
    item->value = value;
    return item;
}

void delete_next(struct item *item)
{
    struct item *next = item->next;
    item->next = next->next;
    hooks.deallocate(next);
}

int value_of_deleted(struct item *item)
{
    hooks.deallocate(item);
    return item->value; //~ alarm[use-after-free]
}
