// Functions that stay open as a whole, because variadic arguments of their callers are not known. One block at a time is followed along all ways.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scanner {
    char *name;
    unsigned length;
    int token;
};

struct word {
    char *text;
    struct word *next;
};

void scan(struct scanner *scanner);
char *next_key(struct scanner *scanner);
void print(const char *text);

static void add_all(struct scanner *scanner, int count, va_list numbers)
{
    while (count-- > 0)
        scanner->token += va_arg(numbers, int);
}

#define ADD_ALL(scanner, count)                  \
    do {                                         \
        va_list numbers;                         \
        va_start(numbers, count);                \
        add_all(scanner, count, numbers);        \
        va_end(numbers);                         \
    } while (0)

// What another function returns belongs to this one: it frees it in several places.
int reads_keys_and_loses_one(struct scanner *scanner, int count, ...)
{
    ADD_ALL(scanner, count);
    for (;;) {
        char *key = next_key(scanner);
        if (!key)
            return -1;
        if (key[0] == 0) {
            free(key);
            goto error;
        }
        scan(scanner);
        if (scanner->token != ':')
            goto error;
        scan(scanner);
        if (scanner->token != ',') {
            free(key);
            goto error;
        }
        free(key);
        if (scanner->token == '}')
            break;
    }
    return 0;
error:
    return -2; //~ alarm[memory-lost]
}

int reads_keys(struct scanner *scanner, int count, ...)
{
    ADD_ALL(scanner, count);
    for (;;) {
        char *key = next_key(scanner);
        if (!key)
            return -1;
        if (key[0] == 0) {
            free(key);
            goto error;
        }
        scan(scanner);
        if (scanner->token != ':') {
            free(key);
            goto error;
        }
        free(key);
        if (scanner->token == '}')
            break;
    }
    return 0;
error:
    return -2;
}

// What is freed in one place, where something holds, may belong to others otherwise.
int takes_one_key_out(struct scanner *scanner, int count, ...)
{
    char *key;
    ADD_ALL(scanner, count);
    key = next_key(scanner);
    if (!key)
        return -1;
    if (scanner->token != 3)
        return -2;
    free(key);
    return 0;
}

// A buffer that grows is made anew before the old one is freed.
char *formats_and_loses(const char *format, va_list list)
{
    int size = 100;
    for (;;) {
        va_list again;
        int length;
        char *buffer = malloc(size);
        if (!buffer) //~ alarm[memory-lost]
            return NULL;
        va_copy(again, list);
        length = vsnprintf(buffer, size, format, again);
        va_end(again);
        if (length < size)
            return buffer;
        size = length + 1;
    }
}

char *formats(const char *format, va_list list)
{
    int size = 100;
    for (;;) {
        va_list again;
        int length;
        char *buffer = malloc(size);
        if (!buffer)
            return NULL;
        va_copy(again, list);
        length = vsnprintf(buffer, size, format, again);
        va_end(again);
        if (length < size)
            return buffer;
        free(buffer);
        size = length + 1;
    }
}

// Ways meet, and one of them has freed it.
int frees_on_one_way_and_again(struct scanner *scanner, int count, ...)
{
    int error = 0;
    char *block;
    ADD_ALL(scanner, count);
    block = malloc(10);
    if (!block)
        return -1;
    if (scanner->token == 3) {
        free(block);
        error = 1;
    }
    if (error)
        print("wrong");
    free(block); //~ alarm[double-free]
    return error;
}

int frees_on_one_way_or_the_other(struct scanner *scanner, int count, ...)
{
    int error = 0;
    char *block;
    ADD_ALL(scanner, count);
    block = malloc(10);
    if (!block)
        return -1;
    if (scanner->token == 3) {
        free(block);
        error = 1;
    }
    if (!error)
        free(block);
    return error;
}

// A number that several ways set says whether the block was handed on.
int hands_on_or_frees(struct scanner *scanner, int count, ...)
{
    int result;
    char *block;
    ADD_ALL(scanner, count);
    block = malloc(10);
    if (!block)
        return -1;
    result = scanner->token;
    if (result == 0)
        result = count;
    if (result == 0)
        scanner->name = block;
    if (result != 0)
        free(block);
    return result;
}

// A record that is copied takes its blocks along.
struct list {
    struct word *first;
};

int puts_a_record_there(struct word *place, const char *text, int count, ...)
{
    struct word word;
    struct scanner scanner = {0};
    ADD_ALL(&scanner, count);
    word.text = strdup(text);
    if (!word.text)
        return -1;
    word.next = NULL;
    *place = word;
    return scanner.token;
}

// Streams are opened and closed as blocks are allocated and freed.
int leaves_a_stream_open(struct scanner *scanner, int count, ...)
{
    FILE *stream;
    ADD_ALL(scanner, count);
    stream = fopen(scanner->name, "r");
    if (!stream)
        return -1;
    if (scanner->token == 4)
        return -2; //~ alarm[memory-lost]
    fclose(stream);
    return 0;
}

int does_not_check(struct scanner *scanner, int count, ...)
{
    char *block;
    ADD_ALL(scanner, count);
    block = malloc(scanner->length);
    memset(block, 0, scanner->length); //~ alarm[null-dereference]
    print(block);
    free(block);
    return 0;
}
