// The other operations on chains.
#include "chain.h"

void *hook_next(struct hook *hook)
{
    if ((uintptr_t)hook->behind & 1)
        return NULL;
    return hook->behind;
}

void *hook_previous(struct hook *hook)
{
    void *node = hook->before->before->behind;
    if ((uintptr_t)node & 1)
        return NULL;
    return node;
}

int hook_is_linked(struct hook *hook)
{
    return hook->before != hook;
}

void hook_unlink(struct hook *hook)
{
    hook_remove(hook);
    hook->before = hook;
    hook->behind = (void *)((uintptr_t)hook + 1);
}

void chain_add_before(struct hook *hook, void *node, struct hook *place)
{
    hook_remove(hook);
    hook->before = place->before;
    hook->behind = hook->before->behind;
    place->before->behind = node;
    place->before = hook;
}

void chain_insert_last(struct chain *chain, void *node)
{
    chain_add_before(chain_hook_of(chain, node), node, &chain->anchor);
}

void *chain_first(struct chain *chain)
{
    return hook_next(&chain->anchor);
}

void *chain_last(struct chain *chain)
{
    return hook_previous(&chain->anchor);
}
