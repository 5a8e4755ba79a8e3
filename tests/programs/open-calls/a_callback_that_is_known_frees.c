// A function calls what it is given. Its contract assumes that this leaves memory as it is; where a caller passes a function that is
// known, the call is followed instead.
//@ mode: likely
#include <stdlib.h>

static void apply(void (*action)(void *), void *block) {
  action(block);
}

void once(void) {
  void *block = malloc(3);
  apply(free, block);
}

void twice(void) {
  void *block = malloc(3);
  apply(free, block);
  apply(free, block); //~ error[double-free]
}

struct object {
  int references;
  void (*destroy)(struct object *);
  char *data;
};

static void object_free(struct object *object) {
  free(object->data);
  free(object);
}

struct object *object_new(void) {
  struct object *object = malloc(sizeof *object);
  if (!object)
    return NULL;
  object->references = 1;
  object->destroy = object_free;
  object->data = malloc(10);
  return object;
}

void object_put(struct object *object) {
  if (--object->references == 0)
    object->destroy(object);
}

void use(void) {
  struct object *object = object_new();
  if (!object)
    return;
  object_put(object);
}

void forget(void) {
  struct object *object = object_new();
  if (!object)
    return;
  object->references++;
  object_put(object);
} //~ error[memory-lost]
