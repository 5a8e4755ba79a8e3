// A project's own allocators have no body here; the command line says what they are like.
//@ options: --model zmalloc=malloc --model zfree=free --model xmalloc=malloc,never-fails --model object_put=frees-argument-2
#include <stddef.h>

struct object {
    int count;
    struct object *next;
};

void *zmalloc(size_t size);
void *xmalloc(size_t size);
void zfree(void *memory);
void object_put(int reason, struct object *object);
int is_wanted(int key);

struct object *lost(int key)
{
    struct object *object = zmalloc(sizeof *object);
    if (!object || !is_wanted(key))
        return NULL; //~ alarm[memory-lost]
    object->count = key;
    object->next = NULL;
    return object;
}

struct object *unchecked(int key)
{
    if (!is_wanted(key))
        return NULL;
    struct object *object = zmalloc(sizeof *object);
    object->count = key; //~ alarm[null-dereference]
    object->next = NULL;
    return object;
}

struct object *never_null(int key)
{
    if (!is_wanted(key))
        return NULL;
    struct object *object = xmalloc(sizeof *object);
    object->count = key;
    object->next = NULL;
    return object;
}

int used_after_put(struct object *object)
{
    if (is_wanted(1))
        object_put(0, object);
    return object->count; //~ alarm[use-after-free]
}

void freed(int key)
{
    struct object *object = zmalloc(sizeof *object);
    if (object)
        object->count = key;
    zfree(object);
}
