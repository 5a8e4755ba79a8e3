// Errors that no function without a body can excuse: they are conditions, for what the callees do is assumed.
#include <stdlib.h>

struct item {
    int value;
    char *name;
    struct item *next;
};

void log_error(const char *format, ...);
struct item *lookup(int key);
void fill(struct item *item);
void *zalloc(size_t size) __attribute__((malloc, alloc_size(1)));
int rank(const struct item *item) __attribute__((pure));

void lost_beside_logging(void)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return;
    log_error("lost");
}

int used_after_free(struct item *item)
{
    free(item);
    log_error("freed");
    return item->value;
}

int found_and_used_after_free(int key)
{
    struct item *item = lookup(key);
    if (!item)
        return 0;
    free(item);
    return item->value;
}

void freed_twice(int key)
{
    struct item *item = lookup(key);
    if (!item)
        return;
    free(item->name);
    free(item);
    free(item);
}

void kept_and_freed_twice(void)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return;
    fill(item);
    free(item);
    free(item);
}

char *one_byte_too_few(void)
{
    char *bytes = zalloc(4);
    if (bytes)
        bytes[4] = 1;
    return bytes;
}

int lost_beside_rank(void)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return 0;
    return rank(item);
}

/* Nothing is assumed on the way to this one. */
int used_before_logging(struct item *item)
{
    free(item);
    int value = item->value;
    log_error("freed");
    return value;
}
