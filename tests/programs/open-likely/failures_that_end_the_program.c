// Who asks whether there is a block, and calls a function of the project if there is none, knows that this function does not return,
// although no attribute says so. Functions of the library return, and so may a function that is called in any case.
//@ mode: likely
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct number {
    int references;
    size_t length;
    char *digits;
};

struct reader {
    void (*fail)(struct reader *reader, const char *why);
    int line;
};

void out_of_memory(void);
void note(int count);

struct number *new_number(size_t length)
{
    struct number *number = malloc(sizeof *number);
    if (number == NULL)
        out_of_memory();
    number->references = 1;
    number->length = length;
    number->digits = malloc(length);
    if (!number->digits)
        out_of_memory();
    memset(number->digits, 0, length);
    return number;
}

struct number *new_number_that_is_printed_about(size_t length)
{
    struct number *number = malloc(sizeof *number);
    if (number == NULL)
        fprintf(stderr, "no memory\n");
    number->references = 1; //~ alarm[null-dereference]
    number->length = length;
    number->digits = NULL;
    return number;
}

struct number *new_number_that_is_counted(size_t length)
{
    struct number *number = malloc(sizeof *number);
    note(1);
    number->references = 1; //~ alarm[null-dereference]
    number->length = length;
    number->digits = NULL;
    return number;
}

/* What is done if there is a block, and what is done in any case. */
struct number *new_number_that_is_half_checked(size_t length)
{
    struct number *number = malloc(sizeof *number);
    if (number)
        number->references = 1;
    note(1);
    number->length = length; //~ alarm[null-dereference]
    number->digits = NULL;
    return number;
}

/* The reader jumps elsewhere. */
char *copy_of_line(struct reader *reader, const char *line)
{
    char *copy = malloc(strlen(line) + 1);
    if (!copy)
        reader->fail(reader, "no memory");
    strcpy(copy, line);
    return copy;
}

char *copy_of_line_unchecked(struct reader *reader, const char *line)
{
    char *copy = malloc(strlen(line) + 1);
    strcpy(copy, line); //~ alarm[null-dereference]
    reader->line++;
    return copy;
}

/* A wrapper that asks for all of its callers. */
static void *checked(size_t size)
{
    void *block = malloc(size);
    if (!block)
        out_of_memory();
    return block;
}

static void *unchecked(size_t size)
{
    void *block = malloc(size);
    return block;
}

struct number *with_wrapper(void)
{
    struct number *number = checked(sizeof *number);
    number->references = 1;
    return number;
}

struct number *with_another_wrapper(void)
{
    struct number *number = unchecked(sizeof *number);
    number->references = 1; //~ alarm[null-dereference]
    return number;
}

struct number *with_another_wrapper_that_is_asked(void)
{
    struct number *number = unchecked(sizeof *number);
    if (!number)
        out_of_memory();
    number->references = 1;
    return number;
}
