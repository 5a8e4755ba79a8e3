#include <stdio.h>

#define SIZE 16

enum state { FREE, USED, DELETED };
static struct { enum state state; int key, value; } slots[SIZE];

static unsigned start(int key) { return (unsigned)key * 2654435769u >> 28; }

static int find(int key)
{
    for (unsigned i = 0; i < SIZE; i++) {
        unsigned at = (start(key) + i) % SIZE;
        if (slots[at].state == FREE)
            return -1;
        if (slots[at].state == USED && slots[at].key == key)
            return at;
    }
    return -1;
}

static int put(int key, int value)
{
    int at = find(key);
    for (unsigned i = 0; at < 0 && i < SIZE; i++) {
        unsigned candidate = (start(key) + i) % SIZE;
        if (slots[candidate].state != USED)
            at = candidate;
    }
    if (at < 0)
        return 0;
    slots[at].state = USED;
    slots[at].key = key;
    slots[at].value = value;
    return 1;
}

static int erase(int key)
{
    int at = find(key);
    if (at >= 0)
        slots[at].state = DELETED;
    return at >= 0;
}

int main(void)
{
    int stored = 0;
    for (int i = 0; i < 20; i++)
        stored += put(i * 5, i);
    printf("%d\n", stored);
    for (int key = 0; key < 100; key += 15)
        printf("%d:%d ", key, erase(key));
    printf("\n");
    for (int key = 1000; key < 1003; key++)
        printf("%d ", put(key, key));
    printf("\n");
    for (int key = 0; key < 100; key += 10) {
        int at = find(key);
        printf("%d=%d ", key, at < 0 ? -1 : slots[at].value);
    }
    printf("\n%d\n", slots[find(1002)].value);
    return stored;
}
