// A table of 300 records that know their own keys: as many bytes are compared as a key has, so the links behind it decide nothing.
#include <stdlib.h>
#include <string.h>

#define RECORDS 300
#define BUCKETS 16

struct record {
  int number;
  struct record *next;
  const void *key;
  unsigned length;
};

static struct record *table[BUCKETS];

static struct record **place(const void *key, unsigned length) {
  const unsigned char *bytes = key;
  unsigned sum = 0;
  for (unsigned i = 0; i < length; i++) {
    sum = sum * 31 + bytes[i];
  }
  struct record **link = &table[sum % BUCKETS];
  while (*link && ((*link)->length != length || memcmp((*link)->key, key, length) != 0)) {
    link = &(*link)->next;
  }
  return link;
}

int main(void) {
  for (int i = 0; i < RECORDS; i++) {
    struct record *record = malloc(sizeof *record);
    if (!record) {
      exit(1);
    }
    record->number = i * 7;
    record->key = &record->number;
    record->length = sizeof record->number;
    struct record **link = place(record->key, record->length);
    record->next = *link;
    *link = record;
  }
  for (int i = RECORDS - 1; i >= 0; i--) {
    int key = i * 7;
    struct record **link = place(&key, sizeof key);
    struct record *record = *link;
    *link = record->next;
    free(record);
  }
  return 0;
}
