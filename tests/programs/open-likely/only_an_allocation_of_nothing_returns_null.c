// The wrapper ends the program where memory is short, but for a size of zero, which needs a count of -1, or one so large that twice as
// many is nothing.
#include <stdlib.h>

static void *checked_realloc(void *block, size_t size) {
  void *result = realloc(block, size);
  if (!result && size != 0)
    abort();
  return result;
}

struct limits {
  int *values;
  int count;
};

void append(struct limits *limits, int value) {
  limits->values = checked_realloc(limits->values, sizeof(int) * (limits->count + 1));
  limits->values[limits->count] = value;
  limits->count++;
}

void append_unchecked(struct limits *limits, int value) {
  int *values = realloc(limits->values, sizeof(int) * (limits->count + 1)); //~ alarm[memory-lost]
  values[limits->count] = value; //~ alarm[null-dereference]
  limits->values = values;
  limits->count++;
}

struct points {
  double *values;
  size_t used, room;
};

void append_point(struct points *points, double value) {
  if (points->used == points->room) {
    points->room = points->room == 0 ? 8 : points->room * 2;
    points->values = checked_realloc(points->values, sizeof(double) * points->room);
  }
  points->values[points->used++] = value;
}
