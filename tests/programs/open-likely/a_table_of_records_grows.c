// The block has room for whole records, however many: where the first member of one lies inside, so do the others.
#include <stdlib.h>

struct handle {
  unsigned generation;
  int next;
};

struct table {
  struct handle *handles;
  int count, free;
};

int allocate(struct table *table) {
  if (table->free < 0) {
    int count = table->count ? table->count * 2 : 4;
    struct handle *handles = realloc(table->handles, count * sizeof *handles);
    if (!handles)
      return -1;
    for (int i = table->count; i < count; i++) {
      handles[i].generation = 0;
      handles[i].next = i + 1 < count ? i + 1 : -1;
    }
    table->handles = handles;
    table->free = table->count;
    table->count = count;
  }
  int i = table->free;
  table->free = table->handles[i].next; //~ false-alarm[out-of-bounds] "executions that go round the loop are left out, so only those are seen in which the table does not grow"
  table->handles[i].generation++;
  return i;
}

int allocate_bytes(struct table *table, int count) {
  struct handle *handles = realloc(table->handles, sizeof(int));
  if (!handles)
    return -1;
  for (int i = 0; i < count; i++) {
    handles[i].generation = 0;
    handles[i].next = 1; //~ alarm[out-of-bounds]
  }
  table->handles = handles;
  return 0;
}
