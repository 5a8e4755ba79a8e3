// Functions without a body do not end a path: what they may do is assumed, by name.
#include <stdlib.h>

struct item {
    int value;
    char *name;
    struct item *next;
};

void log_error(const char *format, ...);
struct item *lookup(int key);
void fill(struct item *item);
void note(const struct item *item);
int read_value(int *out);
void die(void) __attribute__((noreturn));
void *zalloc(size_t size) __attribute__((malloc, alloc_size(1)));
int rank(const struct item *item) __attribute__((pure));

/* Arguments that are no addresses let nothing change. */
int value_after_logging(struct item *item)
{
    log_error("value %d", item->value);
    return item->value;
}

/* What is constant does not change, what is not does. */
int value_after_note(struct item *item)
{
    item->value = 1;
    note(item);
    return item->value;
}

int value_after_fill(struct item *item)
{
    item->value = 1;
    fill(item);
    return item->value;
}

/* An address that is returned is null or leads to memory. */
int value_behind_next(int key)
{
    struct item *item = lookup(key);
    if (!item)
        return -1;
    return item->next ? item->next->value : 0;
}

/* Memory may be given back that was found. */
void release(int key)
{
    struct item *item = lookup(key);
    if (!item)
        return;
    free(item->name);
    free(item);
}

/* What is given away is not lost; it may still be used and freed. */
struct item *make(int is_wanted)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        die();
    fill(item);
    item->value = 3;
    if (is_wanted)
        return item;
    if (item->value == 3)
        free(item);
    return NULL;
}

void give_away(void)
{
    struct item *item = malloc(sizeof *item);
    if (item)
        fill(item);
}

/* What a callee is told to store is stored. */
int stored_value(void)
{
    int value;
    if (read_value(&value))
        return 0;
    return value;
}

/* An allocator that its attributes tell. */
char *four_bytes(void)
{
    char *bytes = zalloc(4);
    if (bytes)
        bytes[3] = 1;
    return bytes;
}

/* A pure function keeps nothing and changes nothing. */
int rank_of_new(void)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return 0;
    item->value = 2;
    int result = rank(item) + item->value;
    free(item);
    return result;
}
