// Numbers of which others know more: what a function without a body returns or stores, how many bytes a text of others has, how large an
// array is beside the number of its elements, how long a copy is beside the text that was copied before. An access that is outside for such numbers alone is not told.
//@ mode: likely
#include <stdlib.h>
#include <string.h>

char *print_of(const void *value);
int print_into(const void *value, char *buffer, int size);
void show(const char *text);

int shown_twice(const void *value)
{
    char *text = print_of(value), *shorter;
    size_t length;
    if (!text)
        return -1;
    length = strlen(text);
    shorter = malloc(length);
    if (!shorter)
        exit(1);
    if (print_into(value, shorter, (int)length)) {
        strcpy(text, "longer");
        shorter[0] = text[0];
        free(shorter);
        return 1;
    }
    free(shorter);
    return 0;
}

struct reader {
    unsigned position, length;
};
int read_byte(struct reader *reader, unsigned char *byte);
int prepare(struct reader *reader);

int *read_all(struct reader *reader)
{
    int i = 0;
    int count, *numbers;
    unsigned char byte;
    if (prepare(reader))
        return NULL;
    count = (int)(reader->length - reader->position);
    if (count == 0)
        return NULL;
    numbers = malloc((size_t)count * sizeof(int));
    if (!numbers)
        return NULL;
    while (reader->position < reader->length) {
        if (read_byte(reader, &byte)) {
            free(numbers);
            return NULL;
        }
        numbers[i] = byte;
        i++;
    }
    return numbers;
}

int *read_two_into_one(struct reader *reader)
{
    unsigned char byte;
    int *numbers = malloc(sizeof(int));
    if (!numbers)
        return NULL;
    if (read_byte(reader, &byte)) {
        free(numbers);
        return NULL;
    }
    numbers[0] = byte;
    numbers[1] = byte; //~ alarm[out-of-bounds]
    return numbers;
}

struct record {
    int key;
    short kind, state;
};
static struct record *records;
static unsigned long room, used;

static unsigned long place_of(int key)
{
    unsigned long left = 0, right = used, middle;
    if (used == 0)
        return 0;
    for (;;) {
        if (right == left + 1)
            return records[left].key >= key ? left : right;
        middle = (left + right) / 2;
        if (records[middle].key > key)
            right = middle;
        else
            left = middle;
    }
}

void add_record(int key)
{
    unsigned long i = place_of(key);
    if (room == used) {
        struct record *more;
        room = room == 0 ? 64 : room * 2;
        if (!(more = realloc(records, room * sizeof(struct record))))
            return;
        records = more;
    }
    memmove(&records[i + 1], &records[i], (used - i) * sizeof(struct record));
    records[i].key = key;
    used++;
}

struct lease {
    struct lease *next;
    char *name, *full;
};
static struct lease *leases;
void note(struct lease *lease);

void set_name(struct lease *lease, const char *name, const char *domain)
{
    struct lease *other;
    char *copy, *full = NULL;
    if (!(copy = malloc(strlen(name) + 1)))
        return;
    strcpy(copy, name);
    if (domain && (full = malloc(strlen(copy) + strlen(domain) + 2))) {
        strcpy(full, name);
        strcat(full, ".");
        strcat(full, domain);
    }
    for (other = leases; other; other = other->next) {
        if (full) {
            if (other->full && strcmp(other->full, full) == 0)
                break;
        } else if (other->name && strcmp(other->name, copy) == 0) {
            break;
        }
    }
    if (other)
        note(other);
    lease->name = copy;
    lease->full = full;
}

void set_name_too_short(struct lease *lease, const char *name, const char *domain)
{
    struct lease *other;
    char *copy, *full = NULL;
    if (!(copy = malloc(strlen(name) + 1)))
        return;
    strcpy(copy, name);
    if (domain && (full = malloc(strlen(name) + strlen(domain) + 1))) {
        strcpy(full, name);
        strcat(full, "."); //~ alarm[out-of-bounds]
        strcat(full, domain); //~ alarm[out-of-bounds]
    }
    for (other = leases; other; other = other->next) {
        if (full) {
            if (other->full && strcmp(other->full, full) == 0)
                break;
        } else if (other->name && strcmp(other->name, copy) == 0) {
            break;
        }
    }
    if (other)
        note(other);
    lease->name = copy;
    lease->full = full;
}
