// `malloc(f)` says which function gives back what another one returns, `nonnull` which arguments are not null. Contracts assume that of
// functions without a body, and errors behind them are likely ones.
//@ mode: likely
#include <stddef.h>

void pool_free(void *memory);
__attribute__((malloc(pool_free))) void *pool_allocate(size_t size);
__attribute__((malloc(pool_free), alloc_size(1, 2), returns_nonnull)) char *pool_array(size_t count, size_t size);

struct thing;
void thing_put(int how, struct thing *thing);
__attribute__((malloc(thing_put, 2))) struct thing *thing_new(void);
void thing_use(struct thing *thing);

__attribute__((nonnull)) void fill(char *memory);

int freed_on_all_paths(int early)
{
    char *memory = pool_allocate(10);
    if (!memory)
        return -1;
    if (early) {
        pool_free(memory);
        return 1;
    }
    memory[9] = 0;
    pool_free(memory);
    return 0;
}

int lost_on_a_path(int early)
{
    char *memory = pool_allocate(10);
    if (!memory)
        return -1;
    if (early)
        return 1; //~ alarm[memory-lost]
    pool_free(memory);
    return 0;
}

int used_after_it_was_freed(void)
{
    char *memory = pool_allocate(10);
    if (!memory)
        return -1;
    memory[0] = 1;
    pool_free(memory);
    return memory[0]; //~ alarm[use-after-free]
}

void freed_twice(void)
{
    void *memory = pool_allocate(10);
    pool_free(memory);
    if (memory)
        pool_free(memory); //~ alarm[double-free]
}

void too_short(void)
{
    char *memory = pool_array(5, 2);
    memory[9] = 0;
    memory[10] = 0; //~ alarm[out-of-bounds]
    pool_free(memory);
}

void what_an_allocator_stored_is_read(void)
{
    char *memory = pool_array(5, 2);
    if (memory[0])
        memory[1] = 0;
    pool_free(memory);
}

int thing_is_put(void)
{
    struct thing *thing = thing_new();
    if (!thing)
        return -1;
    thing_use(thing);
    thing_put(0, thing);
    return 0;
}

int thing_is_lost(int early)
{
    struct thing *thing = thing_new();
    if (!thing)
        return -1;
    if (early)
        return 1; //~ alarm[memory-lost]
    thing_put(0, thing);
    return 0;
}

int thing_is_put_twice(void)
{
    struct thing *thing = thing_new();
    if (!thing)
        return -1;
    thing_put(0, thing);
    thing_put(1, thing); //~ alarm[double-free]
    return 0;
}

void null_is_filled(void)
{
    char *memory = pool_allocate(10);
    fill(memory); //~ alarm[null-dereference]
    pool_free(memory);
}

static void pool_clean(char **memory)
{
    pool_free(*memory);
}

int cleaned_up(int early)
{
    __attribute__((cleanup(pool_clean))) char *memory = pool_allocate(10);
    if (early)
        return 1;
    return memory != 0;
}
