// Memory is allocated and freed through pointers to functions that the caller puts into a record; the command line says what
// whoever fills in the record lets them be like.
//@ options: --model hooks.allocate=malloc --model hooks.release=free --model stream.put_back=frees-argument-2
#include <stddef.h>

struct hooks {
    void *(*allocate)(size_t size);
    void (*release)(void *memory);
};

struct stream {
    int number;
    struct hooks own;
    struct hooks *shared;
    char *name;
    void (*put_back)(void *opaque, void *memory);
};

int buffer_is_lost(struct stream *stream)
{
    char *buffer = stream->shared->allocate(10);
    if (!buffer)
        return -1;
    if (stream->number)
        return -2; //~ alarm[memory-lost]
    stream->shared->release(buffer);
    return 0;
}

int buffer_is_given_back(struct stream *stream)
{
    char *buffer = stream->shared->allocate(10);
    if (!buffer)
        return -1;
    if (stream->number) {
        stream->shared->release(buffer);
        return -2;
    }
    stream->shared->release(buffer);
    return 0;
}

int name_after_its_end(struct stream *stream)
{
    char *name = stream->name;
    stream->own.release(name);
    return name[0]; //~ error[use-after-free]
}

int name_before_its_end(struct stream *stream)
{
    char *name = stream->name;
    int letter = name[0];
    stream->own.release(name);
    stream->name = NULL;
    return letter;
}

void name_is_given_back_twice(struct stream *stream)
{
    stream->put_back(stream, stream->name);
    stream->put_back(stream, stream->name); //~ error[double-free]
}

void name_is_given_back(struct stream *stream)
{
    stream->put_back(stream, stream->name);
    stream->name = NULL;
}

char first_letter_unchecked(struct stream *stream)
{
    char *buffer = stream->shared->allocate(2);
    buffer[0] = 'a'; //~ error[null-dereference]
    stream->shared->release(buffer);
    return 'a';
}
