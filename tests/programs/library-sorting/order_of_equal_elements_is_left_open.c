//@ mode: check
//@ options: --malloc-never-fails
// C does not say which of two equal elements comes first, or which one of them is found. The executions
// of this program are fine with the sort of one library, not with that of every other.
#include <stdlib.h>

struct entry {
    int key;
    int place;
};

static int by_key(const void *left, const void *right)
{
    const struct entry *a = left;
    const struct entry *b = right;
    return (a->key > b->key) - (a->key < b->key);
}

int main(void)
{
    struct entry entries[3] = { { 2, 0 }, { 1, 1 }, { 1, 2 } };
    int counts[2] = { 0, 0 };
    qsort(entries, 3, sizeof *entries, by_key);
    return counts[entries[0].place]; //~ alarm[out-of-bounds]
}
