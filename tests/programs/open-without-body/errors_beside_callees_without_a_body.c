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

void lost_beside_logging(void) //~ gave-up[analysis]
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return;
    log_error("lost");
} //~ error-if-called[memory-lost]

int used_after_free(struct item *item) //~ gave-up[analysis]
{
    free(item);
    log_error("freed");
    return item->value; //~ error-if-called[null-dereference] //~ error-if-called[use-after-free]
}

int found_and_used_after_free(int key) //~ gave-up[analysis]
{
    struct item *item = lookup(key);
    if (!item)
        return 0;
    free(item);
    return item->value; //~ error-if-called[use-after-free]
}

void freed_twice(int key) //~ gave-up[analysis]
{
    struct item *item = lookup(key);
    if (!item)
        return;
    free(item->name);
    free(item);
    free(item); //~ error-if-called[double-free]
}

void kept_and_freed_twice(void) //~ gave-up[analysis]
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return;
    fill(item);
    free(item);
    free(item); //~ error-if-called[double-free]
}

char *one_byte_too_few(void) //~ gave-up[analysis]
{
    char *bytes = zalloc(4);
    if (bytes)
        bytes[4] = 1; //~ error-if-called[out-of-bounds]
    return bytes;
}

int lost_beside_rank(void) //~ gave-up[analysis]
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return 0;
    return rank(item); //~ error-if-called[memory-lost]
}

/* Nothing is assumed on the way to this one. */
int used_before_logging(struct item *item)
{
    free(item);
    int value = item->value; //~ error[use-after-free] //~ error-if-called[null-dereference]
    log_error("freed");
    return value;
}
