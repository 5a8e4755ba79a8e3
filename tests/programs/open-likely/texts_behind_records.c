// A record with its name behind it, in functions that stay open as a whole.
//@ mode: likely
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct file {
    struct file *next;
    int descriptor;
    char name[];
};

int read_all(struct file *files, va_list numbers);

struct file *new_file(struct file *files, const char *name, int count, ...)
{
    struct file *file;
    va_list numbers;
    va_start(numbers, count);
    while (count-- > 0)
        files->descriptor += va_arg(numbers, int);
    va_end(numbers);
    file = malloc(sizeof *file + strlen(name) + 1);
    if (!file)
        return NULL;
    strcpy((char *)file + sizeof *file, name);
    file->descriptor = -1;
    file->next = files;
    return file;
}

struct file *new_file_that_is_short(struct file *files, const char *name, int count, ...)
{
    struct file *file;
    va_list numbers;
    va_start(numbers, count);
    while (count-- > 0)
        files->descriptor += va_arg(numbers, int);
    va_end(numbers);
    file = malloc(sizeof *file + strlen(name));
    if (!file)
        return NULL;
    strcpy((char *)file + sizeof *file, name); //~ alarm[out-of-bounds]
    file->descriptor = -1;
    file->next = files;
    return file;
}
