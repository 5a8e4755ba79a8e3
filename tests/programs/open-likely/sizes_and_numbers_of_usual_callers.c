// Nobody reallocates to no bytes without meaning to free, has so many elements that their size wraps around, asks for an element behind the last one, or for a block
// of no bytes. The same functions with mistakes that do not need such numbers.
//@ mode: likely
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

void *reallocate_or_free(void *block, size_t size)
{
    void *result = realloc(block, size);
    if (!result)
        free(block);
    return result;
}

void *reallocate_and_free(void *block, size_t size)
{
    void *result = realloc(block, size);
    if (result)
        free(block); //~ alarm[double-free]
    return result;
}

void free_by_reallocation(char *block)
{
    char *result = realloc(block, 0);
    if (result == NULL)
        block[0] = 1; //~ error[use-after-free]
    free(result);
}

struct records {
    struct record { long key, value, more; } *all;
    int used;
};

static void *resized(void *block, int size)
{
    return block ? realloc(block, size) : malloc(size);
}

int append(struct records *records, long key)
{
    void *all = resized(records->all, (records->used + 1) * sizeof(struct record));
    if (!all)
        return 0;
    records->all = all;
    records->all[records->used].key = key;
    records->used++;
    return 1;
}

static const char *const names[3] = {"pid", "net", "user"};

static const char *name_of(int number)
{
    if (number >= 3)
        return NULL;
    return names[number];
}

int length_of_name(int number)
{
    return number < 0 ? 0 : (int)strlen(name_of(number));
}

struct ring {
    char *first, *last, *end;
};

/* The ring is never empty. */
int put(struct ring *ring, char letter)
{
    if (ring->last == ring->end) {
        size_t used = ring->last - ring->first;
        char *first = realloc(ring->first, 2 * used);
        if (!first)
            return -1;
        ring->first = first;
        ring->last = first + used;
        ring->end = first + 2 * used;
    }
    *ring->last++ = letter;
    return 0;
}

/* A file in an array is not lost where the next one is opened. */
int open_all(const char *name)
{
    FILE *files[3];
    char path[80];
    int i;
    for (i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%.60s.%d", name, i);
        if ((files[i] = fopen(path, "rb")) == NULL) {
            while (i-- > 0)
                fclose(files[i]);
            return -1;
        }
    }
    for (i = 0; i < 3; i++)
        fclose(files[i]);
    return 0;
}

char quote = '"';

/* The quote is some letter. */
char *without_quotes(const char *text)
{
    char *copy = malloc(strlen(text) + 1), *to = copy;
    if (!copy)
        return NULL;
    if (*text == quote) {
        text++;
        while (*text != '\0' && *text != quote)
            *to++ = *text++;
    } else {
        while (*text != '\0')
            *to++ = *text++;
    }
    *to = '\0';
    return copy;
}

char *without_quotes_and_short(const char *text)
{
    char *copy = malloc(strlen(text)), *to = copy;
    if (!copy)
        return NULL;
    while (*text != '\0')
        *to++ = *text++;
    *to = '\0'; //~ alarm[out-of-bounds]
    return copy;
}

/* Lines are kept in an array until their end is seen. */
int paragraphs(FILE *stream)
{
    char buffer[200], *lines[50];
    int used = 0, count = 0, i;
    while (fgets(buffer, sizeof buffer, stream)) {
        if (buffer[0] != '\n' && used < 50) {
            if ((lines[used] = strdup(buffer)) == NULL)
                break;
            used++;
        } else {
            for (i = 0; i < used; i++)
                free(lines[i]);
            used = 0;
            count++;
        }
    }
    for (i = 0; i < used; i++)
        free(lines[i]);
    return count;
}
