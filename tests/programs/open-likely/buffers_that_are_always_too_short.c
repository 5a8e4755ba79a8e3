// An access that is outside whatever the numbers are is a mistake of the function, also where the numbers are words in memory.
#include <stdlib.h>
#include <string.h>

struct row {
    char *letters;
    size_t size;
};

int set(struct row *row, const char *text, size_t length)
{
    char *letters = malloc(length);
    if (!letters)
        return -1;
    memcpy(letters, text, length);
    letters[length] = 0; //~ alarm[out-of-bounds]
    free(row->letters);
    row->letters = letters;
    row->size = length;
    return 0;
}

int copy(struct row *to, const struct row *from)
{
    char *letters = malloc(from->size + 8);
    if (!letters)
        return -1;
    letters[from->size + 8] = 0; //~ alarm[out-of-bounds]
    to->letters = letters;
    return 0;
}

int copy_rightly(struct row *to, const struct row *from)
{
    char *letters = malloc(from->size + 9);
    if (!letters)
        return -1;
    letters[from->size + 8] = 0;
    to->letters = letters;
    return 0;
}
