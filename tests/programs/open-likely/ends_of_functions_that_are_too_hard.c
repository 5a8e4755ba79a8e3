// The functions are not understood as a whole, for their variadic arguments, but their ends are: memory that is freed
// twice or used after that, wherever it comes from.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stream {
    char *path;
    int descriptor;
};

extern int descriptor_of(const char *path);

int print_twice(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = va_arg(arguments, int);
    va_end(arguments);
    char *text = malloc((size_t)length + 1);
    if (!text)
        return -1;
    strncpy(text, format, (size_t)length);
    puts(format);
    free(text);
    free(text); //~ alarm[double-free]
    return length;
}

struct stream *open_stream(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *path = va_arg(arguments, const char *);
    va_end(arguments);
    struct stream *stream = malloc(sizeof *stream);
    if (!stream)
        return NULL;
    stream->path = NULL;
    stream->descriptor = descriptor_of(path);
    if (stream->descriptor < 0) {
        free(stream);
        stream->descriptor = 0; //~ alarm[use-after-free]
        return NULL;
    }
    return stream;
}

static void drop(struct stream *stream)
{
    free(stream->path);
    free(stream);
}

int drop_twice(struct stream *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = va_arg(arguments, int);
    va_end(arguments);
    drop(stream);
    drop(stream); //~ alarm[use-after-free]
    return length;
}
