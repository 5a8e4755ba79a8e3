//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    struct entry *next;
    int key;
    int value;
};

struct table {
    struct entry **buckets;
    unsigned count;
};

static struct table *create(unsigned count)
{
    struct table *table = malloc(sizeof *table);
    if (!table) {
        return NULL;
    }
    table->buckets = calloc(count, sizeof *table->buckets);
    if (!table->buckets) {
        free(table);
        return NULL;
    }
    table->count = count;
    return table;
}

static void insert(struct table *table, int key, int value)
{
    unsigned bucket = (unsigned)key % table->count;
    struct entry *entry = malloc(sizeof *entry);
    if (!entry) {
        return;
    }
    entry->key = key;
    entry->value = value;
    entry->next = table->buckets[bucket];
    table->buckets[bucket] = entry;
}

static struct entry *find(struct table *table, int key)
{
    struct entry *entry = table->buckets[(unsigned)key % table->count];
    while (entry && entry->key != key) {
        entry = entry->next;
    }
    return entry;
}

static void delete(struct table *table, int key)
{
    struct entry **place = &table->buckets[(unsigned)key % table->count];
    while (*place) {
        struct entry *entry = *place;
        if (entry->key == key) {
            *place = entry->next;
            free(entry);
            return;
        }
        place = &entry->next;
    }
}

static void destroy(struct table *table)
{
    for (unsigned i = 0; i < table->count; i++) {
        struct entry *entry = table->buckets[i];
        free(entry); //~ error[memory-lost]
    }
    free(table->buckets);
    free(table);
}

int main(void)
{
    unsigned count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    struct table *table = create(count);
    if (!table) {
        return 0;
    }
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int()) {
            insert(table, key, 1);
        } else {
            delete(table, key);
        }
        struct entry *found = find(table, __VERIFIER_nondet_int());
        if (found) {
            found->value++;
        }
    }
    destroy(table);
    return 0;
}
