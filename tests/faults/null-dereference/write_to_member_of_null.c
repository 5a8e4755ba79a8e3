//@ seen-by: asan ubsan valgrind
#include <stddef.h>

struct item { int key; int value; };

static struct item *find(struct item *items, int count, int key)
{
    for (int i = 0; i < count; i++)
        if (items[i].key == key)
            return &items[i];
    return NULL;
}

int main(void)
{
    struct item items[2] = { { 1, 10 }, { 2, 20 } };
    find(items, 2, 2)->value = 21;
    find(items, 2, 3)->value = 31; //~ error[null-dereference]
    return 0;
}
