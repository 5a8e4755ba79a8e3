#ifndef CHAIN_H
#define CHAIN_H
// A circular list that knows where its nodes keep their hooks. A hook points back to the hook before it and
// forward to the *node* behind it; the lowest bit of the forward pointer says that the chain ends there.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct hook {
    struct hook *before;
    void *behind;
};

struct chain {
    struct hook anchor;
    size_t distance;
};

void hook_init(struct hook *hook, size_t distance)
{
    hook->before = hook;
    hook->behind = (void *)((uintptr_t)hook - distance + 1);
}

struct chain *chain_create(size_t distance)
{
    struct chain *chain = malloc(sizeof *chain);
    if (chain) {
        chain->distance = distance;
        hook_init(&chain->anchor, distance);
    }
    return chain;
}

// The hook inside of a node.
struct hook *chain_hook_of(struct chain *chain, void *node)
{
    return (struct hook *)((uintptr_t)node + chain->distance);
}

// The distance is found at the hook before: it points forward to the node of this hook.
struct hook *hook_behind(struct hook *hook)
{
    uintptr_t distance = (uintptr_t)hook - ((uintptr_t)hook->before->behind & ~(uintptr_t)1);
    uintptr_t node = (uintptr_t)hook->behind & ~(uintptr_t)1;
    return (struct hook *)(node + distance);
}

void hook_remove(struct hook *hook)
{
    hook_behind(hook)->before = hook->before;
    hook->before->behind = hook->behind;
}

void chain_add_behind(struct hook *hook, void *node, struct hook *place)
{
    hook_remove(hook);
    hook->before = place;
    hook->behind = place->behind;
    hook_behind(place)->before = hook;
    place->behind = node;
}

void chain_insert_first(struct chain *chain, void *node)
{
    chain_add_behind(chain_hook_of(chain, node), node, &chain->anchor);
}
#endif
