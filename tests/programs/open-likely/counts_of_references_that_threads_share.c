// Counts of references that several threads may change: what an atomic operation reads may be any number, so nothing that
// only such a number leads to is likely. What happens whatever it is, is.
#include <stdlib.h>

struct item {
    int type;
    unsigned long references;
};

void release(struct item *item)
{
    if (item && __atomic_sub_fetch(&item->references, 1, __ATOMIC_RELEASE) == 0)
        free(item);
}

static struct item *make(int type)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return NULL;
    item->type = type;
    item->references = 1;
    return item;
}

int probe(int type);

/* Nobody else has it: the only reference is given back. */
struct item *make_if_probed(int type)
{
    struct item *item = make(type);
    if (!item)
        return NULL;
    if (probe(type)) {
        release(item);
        item = NULL;
    }
    return item;
}

/* It is not given back. */
struct item *lose_if_probed(int type)
{
    struct item *item = make(type);
    if (!item)
        return NULL;
    if (probe(type))
        item = NULL; //~ alarm[memory-lost]
    return item;
}
