// The first allocation is taken to succeed.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 7

struct entry {
  struct entry *next;
  const char *key;
  int value;
};

static struct entry *table[BUCKETS];

static unsigned hash(const char *key) {
  unsigned sum = 5381;
  while (*key) {
    sum = sum * 33 ^ (unsigned char)*key++;
  }
  return sum % BUCKETS;
}

static int put(const char *key, int value) {
  struct entry *entry = malloc(sizeof *entry);
  if (!entry) {
    return 0;
  }
  unsigned bucket = hash(key);
  entry->key = key;
  entry->value = value;
  entry->next = table[bucket];
  table[bucket] = entry;
  return 1;
}

static int get(const char *key) {
  for (struct entry *entry = table[hash(key)]; entry; entry = entry->next) {
    if (strcmp(entry->key, key) == 0) {
      return entry->value;
    }
  }
  return -1;
}

static void clear(void) {
  for (int i = 0; i < BUCKETS; i++) {
    while (table[i]) {
      struct entry *next = table[i]->next;
      free(table[i]);
      table[i] = next;
    }
  }
}

int main(void) {
  static const char *const names[] = {"ada", "bertrand", "charles", "dorothy", "edsger"};
  int stored = 1;
  for (int i = 0; i < 5 && put(names[i], i * i); i++) {
    stored += i > 0;
  }
  for (int i = 0; i < 5; i++) {
    assert(get(names[i]) == (i < stored ? i * i : -1)); //~ error[assertion-failure]
  }
  clear();
  assert(get("ada") == -1);
  return 0;
}
