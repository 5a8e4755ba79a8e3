// The address of a member that is a pointer is where a function without a body puts a result: it does not get hold of the rest of
// the record. That of a link, which is a record, may lead to all of it.
//@ mode: likely
#include <stdlib.h>

struct context;
int create_context(struct context **place);
void destroy_context(struct context *context);

struct link {
    struct link *next;
};
void register_link(struct link *link);

struct writer {
    char *buffer;
    struct context *context;
    struct link link;
};

struct writer *open_and_lose_buffer(void)
{
    struct writer *writer = malloc(sizeof *writer);
    if (!writer)
        return NULL;
    writer->buffer = malloc(64);
    if (!writer->buffer) {
        free(writer);
        return NULL;
    }
    if (create_context(&writer->context) != 0) {
        free(writer);
        return NULL; //~ alarm[memory-lost]
    }
    return writer;
}

struct writer *open_and_free_buffer(void)
{
    struct writer *writer = malloc(sizeof *writer);
    if (!writer)
        return NULL;
    writer->buffer = malloc(64);
    if (!writer->buffer) {
        free(writer);
        return NULL;
    }
    if (create_context(&writer->context) != 0) {
        free(writer->buffer);
        free(writer);
        return NULL;
    }
    return writer;
}

/* Whoever has the link may find the record. */
void registered_and_left(void)
{
    struct writer *writer = malloc(sizeof *writer);
    if (!writer)
        return;
    writer->buffer = NULL;
    register_link(&writer->link);
}

void destroyed_too_late(struct writer *writer)
{
    struct context *context = writer->context;
    free(writer->buffer);
    free(writer);
    destroy_context(context);
    register_link(&writer->link); //~ alarm[use-after-free]
}

void destroyed_in_time(struct writer *writer)
{
    destroy_context(writer->context);
    register_link(&writer->link);
    free(writer->buffer);
    free(writer);
}
