// Ends of functions that are too hard as a whole: how large a block is made is known where its size is computed from the
// text that is copied into it, and not where the size was computed long before.
#include <stdlib.h>
#include <string.h>

struct entry {
    char *name;
    struct entry *next;
    int flags;
    unsigned hash;
};

struct entry *table[64];

static struct entry *only_one(unsigned hash, int wanted)
{
    struct entry *entry, *found = NULL;
    unsigned i;
    for (i = 0; i < 64; i++)
        for (entry = table[(hash * 31 + i) % 64]; entry; entry = entry->next)
            if ((entry->flags & wanted) == wanted && (entry->hash ^ hash) % 7 == i) {
                if (found)
                    return NULL;
                found = entry;
            }
    return found;
}

char *short_copy_of_name(unsigned hash, int wanted)
{
    struct entry *found = only_one(hash, wanted);
    if (found) {
        char *copy = malloc(strlen(found->name));
        if (!copy)
            return NULL;
        strcpy(copy, found->name); //~ alarm[out-of-bounds]
        return copy;
    }
    return NULL;
}

char *copy_of_name(unsigned hash, int wanted)
{
    struct entry *found = only_one(hash, wanted);
    if (found) {
        char *copy = malloc(strlen(found->name) + 1);
        if (!copy)
            return NULL;
        strcpy(copy, found->name);
        return copy;
    }
    return NULL;
}

/* The length is one more where it is computed. */
char *copy_with_length(unsigned hash, int wanted, size_t most)
{
    struct entry *found = only_one(hash, wanted);
    size_t length;
    char *copy;
    if (!found)
        return NULL;
    length = strlen(found->name) + 1;
    if (length > most)
        return NULL;
    copy = malloc(length);
    if (!copy)
        return NULL;
    strcpy(copy, found->name);
    return copy;
}

/* There is a letter that is left out. */
char *copy_without_first_letter(unsigned hash, int wanted)
{
    struct entry *found = only_one(hash, wanted);
    if (found && found->name[0] == '*') {
        char *copy = malloc(strlen(found->name));
        if (!copy)
            return NULL;
        strcpy(copy, found->name + 1);
        return copy;
    }
    return NULL;
}
