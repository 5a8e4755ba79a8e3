// Where `realloc` fails, the old block is still there; the functions around it are too hard to be explored as a whole.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int more(void);
const char *word(int number);
unsigned hash(const char *text, unsigned size);

struct table {
    char **words;
    size_t used, room;
};

/* The only pointer to the line is overwritten. */
int read_line(void)
{
    size_t room = 16, used = 0;
    char *line = malloc(room);
    if (!line)
        return -1;
    while (more()) {
        const char *next = word((int)used);
        size_t length = strlen(next);
        while (used + length + 1 > room) {
            room *= 2;
            line = realloc(line, room);
            if (line == NULL) //~ alarm[memory-lost]
                return -2;
        }
        memcpy(line + used, next, length + 1);
        used += length;
    }
    free(line);
    return (int)used;
}

/* The old line is freed by whoever gives up. */
int read_line_with_care(void)
{
    size_t room = 16, used = 0;
    char *line = malloc(room), *longer;
    if (!line)
        return -1;
    while (more()) {
        const char *next = word((int)used);
        size_t length = strlen(next);
        while (used + length + 1 > room) {
            room *= 2;
            longer = realloc(line, room);
            if (longer == NULL) {
                free(line);
                return -2;
            }
            line = longer;
        }
        memcpy(line + used, next, length + 1);
        used += length;
    }
    free(line);
    return (int)used;
}

/* Nothing is left to be lost where the program ends. */
int read_line_or_die(void)
{
    size_t room = 16, used = 0;
    char *line = malloc(room);
    if (!line)
        abort();
    while (more()) {
        const char *next = word((int)used);
        size_t length = strlen(next);
        while (used + length + 1 > room) {
            room *= 2;
            line = realloc(line, room);
            if (line == NULL)
                abort();
        }
        memcpy(line + used, next, length + 1);
        used += length;
    }
    free(line);
    return (int)used;
}

/* The table still has the words that the variable was read from. */
int add_words(struct table *table)
{
    while (more()) {
        const char *next = word((int)table->used);
        char **words = table->words;
        if (table->words[hash(next, (unsigned)table->room)])
            continue;
        if (table->used == table->room) {
            words = realloc(words, 2 * table->room * sizeof(char *));
            if (!words)
                return -1;
            table->words = words;
            table->room *= 2;
        }
        table->used++;
    }
    return 0;
}

/* The table has lost its words. */
int add_words_and_lose(struct table *table)
{
    while (more()) {
        const char *next = word((int)table->used);
        if (table->words[hash(next, (unsigned)table->room)])
            continue;
        if (table->used == table->room) {
            table->words = realloc(table->words, 2 * table->room * sizeof(char *)); //~ alarm[memory-lost]
            if (!table->words)
                return -1;
            table->room *= 2;
        }
        table->used++;
    }
    return 0;
}

/* Somebody else has the old words. */
int add_words_and_keep(struct table *table)
{
    while (more()) {
        const char *next = word((int)table->used);
        char **old = table->words;
        if (table->words[hash(next, (unsigned)table->room)])
            continue;
        if (table->used == table->room) {
            table->words = realloc(table->words, 2 * table->room * sizeof(char *));
            if (!table->words) {
                table->words = old;
                return -1;
            }
            table->room *= 2;
        }
        table->used++;
    }
    return 0;
}

/* Nothing is understood of the arguments. */
int count_words(int number, ...)
{
    int count = 0, room = 4;
    char **words = NULL;
    va_list list;
    va_start(list, number);
    while (number-- > 0) {
        char *next = va_arg(list, char *);
        if (count == room || !words) {
            words = realloc(words, (size_t)room * sizeof(char *)); //~ alarm[memory-lost]
            if (!words)
                return -1;
        }
        words[count++] = next;
    }
    va_end(list);
    free(words);
    return count;
}

int count_words_with_care(int number, ...)
{
    int count = 0, room = 4;
    char **words = NULL;
    va_list list;
    va_start(list, number);
    while (number-- > 0) {
        char *next = va_arg(list, char *);
        if (count == room || !words) {
            char **longer = realloc(words, (size_t)room * sizeof(char *));
            if (!longer) {
                free(words);
                return -1;
            }
            words = longer;
        }
        words[count++] = next;
    }
    va_end(list);
    free(words);
    return count;
}

/* It ends the program where there is no memory, and no attribute says so. */
static void fail(const char *why)
{
    fputs(why, stderr);
    exit(2);
}

struct scanner {
    char *buffer;
    int size;
};

int fill_or_fail(struct scanner *scanner)
{
    int letter, used = 0;
    while ((letter = getchar()) != EOF && letter != '\n') {
        if (used + 1 >= scanner->size) {
            scanner->size = scanner->size * 2 + 16;
            scanner->buffer = realloc(scanner->buffer, scanner->size);
            if (!scanner->buffer)
                fail("no memory");
        }
        scanner->buffer[used++] = letter;
    }
    return used;
}

int fill_or_return(struct scanner *scanner)
{
    int letter, used = 0;
    while ((letter = getchar()) != EOF && letter != '\n') {
        if (used + 1 >= scanner->size) {
            scanner->size = scanner->size * 2 + 16;
            scanner->buffer = realloc(scanner->buffer, scanner->size);
            if (!scanner->buffer)
                return -1; //~ alarm[memory-lost]
        }
        scanner->buffer[used++] = letter;
    }
    return used;
}
