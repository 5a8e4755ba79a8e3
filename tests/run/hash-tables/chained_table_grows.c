#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { struct entry *next; unsigned hash; int value; char key[]; };
struct table { struct entry **buckets; unsigned size, count; };

static unsigned hash(const char *key)
{
    unsigned h = 5381;
    while (*key)
        h = h * 33 ^ (unsigned char)*key++;
    return h;
}

static void grow(struct table *t)
{
    unsigned size = t->size ? t->size * 2 : 2;
    struct entry **buckets = calloc(size, sizeof *buckets);
    for (unsigned i = 0; i < t->size; i++)
        for (struct entry *e = t->buckets[i], *next; e; e = next) {
            next = e->next;
            e->next = buckets[e->hash % size];
            buckets[e->hash % size] = e;
        }
    free(t->buckets);
    t->buckets = buckets;
    t->size = size;
}

static int *lookup(struct table *t, const char *key)
{
    unsigned h = hash(key);
    if (t->size)
        for (struct entry *e = t->buckets[h % t->size]; e; e = e->next)
            if (e->hash == h && strcmp(e->key, key) == 0)
                return &e->value;
    if (t->count >= t->size)
        grow(t);
    struct entry *e = malloc(sizeof *e + strlen(key) + 1);
    strcpy(e->key, key);
    e->hash = h;
    e->value = 0;
    e->next = t->buckets[h % t->size];
    t->buckets[h % t->size] = e;
    t->count++;
    return &e->value;
}

int main(void)
{
    struct table t = { 0 };
    char key[8];
    for (int i = 0; i < 300; i++) {
        sprintf(key, "k%d", i * i % 40);
        *lookup(&t, key) += i;
    }
    printf("%u entries in %u buckets\n", t.count, t.size);
    printf("%d %d %d\n", *lookup(&t, "k0"), *lookup(&t, "k1"), *lookup(&t, "k4"));
    int total = 0;
    for (unsigned i = 0; i < t.size; i++)
        for (struct entry *e = t.buckets[i], *next; e; e = next) {
            total += e->value;
            next = e->next;
            free(e);
        }
    free(t.buckets);
    printf("%d\n", total);
    return 0;
}
