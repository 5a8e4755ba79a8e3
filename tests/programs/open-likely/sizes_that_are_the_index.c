// Functions that stay open as a whole, because variadic arguments of their callers are not known: a block that is as large as the index by which
// it is accessed, or as the text that is copied there, is too short.
#include <stdarg.h>
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

int ends_behind_the_block(struct scanner *scanner, const char *from, int count, ...)
{
    char *text;
    ADD_ALL(scanner, count);
    scanner->name = malloc(scanner->length);
    text = scanner->name;
    if (!text)
        return -1;
    memcpy(text, from, scanner->length);
    text[scanner->length] = 0; //~ alarm[out-of-bounds]
    return 0;
}

int ends_in_the_block(struct scanner *scanner, const char *from, int count, ...)
{
    char *text;
    ADD_ALL(scanner, count);
    scanner->name = malloc(scanner->length + 1);
    text = scanner->name;
    if (!text)
        return -1;
    memcpy(text, from, scanner->length);
    text[scanner->length] = 0;
    return 0;
}

int fills_one_element_too_many(struct scanner *scanner, int count, ...)
{
    int table[16], index;
    ADD_ALL(scanner, count);
    for (index = 0; index <= 16; index++)
        table[index] = index; //~ alarm[out-of-bounds]
    return table[scanner->token & 15];
}

int fills_a_table(struct scanner *scanner, int count, ...)
{
    int table[16], index;
    ADD_ALL(scanner, count);
    for (index = 0; index < 16; index++)
        table[index] = index;
    for (index = 0; index <= 16; index++) {
        if (index == 16)
            break;
        table[index]++;
    }
    return table[scanner->token & 15];
}
