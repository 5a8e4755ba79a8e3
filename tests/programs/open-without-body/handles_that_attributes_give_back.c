// `malloc(f)` says that `f` gives memory back, also memory of the caller, of a type that is not known here or behind a member: what is done with
// it afterwards is an error.
//@ mode: likely
#include <stdlib.h>

struct handle;
void handle_close(struct handle *handle);
__attribute__((malloc(handle_close, 1))) struct handle *handle_open(void);

struct pair {
    int first, second;
};
void pair_close(struct pair *pair);
__attribute__((malloc(pair_close, 1))) struct pair *pair_open(void);

int close_it(struct handle *handle)
{
    handle_close(handle);
    return 0;
}

int close_pair(struct pair *pair)
{
    int first = pair->first;
    pair_close(pair);
    return first;
}

int use_closed(struct pair *pair)
{
    pair_close(pair);
    return pair->first; //~ alarm[use-after-free]
}

void close_twice(struct handle *handle)
{
    handle_close(handle);
    handle_close(handle); //~ alarm[double-free]
}

void close_twice_by_calls(struct handle *handle)
{
    close_it(handle);
    close_it(handle); //~ alarm[double-free]
}

void close_pair_twice_by_calls(struct pair *pair)
{
    close_pair(pair);
    close_pair(pair); //~ alarm[use-after-free]
}

struct owner {
    struct pair *pair;
    struct handle *handle;
};

void close_owner(struct owner *owner)
{
    if (owner->pair)
        pair_close(owner->pair);
    if (owner->handle)
        handle_close(owner->handle);
    free(owner);
}

void close_owner_wrongly(struct owner *owner)
{
    if (owner->pair)
        pair_close(owner->pair);
    if (owner->handle && owner->pair->first) //~ alarm[use-after-free]
        handle_close(owner->handle);
    free(owner);
}
