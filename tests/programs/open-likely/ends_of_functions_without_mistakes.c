// As in its twin, but nothing is freed twice, or only on ways that exclude each other.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stream {
    char *path;
    int descriptor;
    int references;
};

extern int descriptor_of(const char *path);

int print_once(const char *format, ...)
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
    text = NULL;
    free(text);
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
        return NULL;
    }
    return stream;
}

static void drop(struct stream *stream)
{
    if (--stream->references > 0)
        return;
    free(stream->path);
    free(stream);
}

int drop_references(struct stream *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = va_arg(arguments, int);
    va_end(arguments);
    drop(stream);
    drop(stream);
    return length;
}

int either_way(char *text, int is_ours, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = va_arg(arguments, int);
    va_end(arguments);
    if (is_ours)
        free(text);
    else
        puts("not ours");
    if (!is_ours)
        free(text);
    return length;
}
