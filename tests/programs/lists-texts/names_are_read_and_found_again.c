// A list whose nodes own copies of what was read, and a search that compares them.
//@ options: --at-exit
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char *name;
    int value;
    struct entry *next;
};

static struct entry *entries;

static struct entry *find(const char *name)
{
    for (struct entry *entry = entries; entry != NULL; entry = entry->next)
        if (strcmp(entry->name, name) == 0)
            return entry;
    return NULL;
}

static int set(const char *name, int value)
{
    struct entry *entry = find(name);
    if (entry != NULL) {
        entry->value = value;
        return 0;
    }
    entry = malloc(sizeof *entry);
    if (entry == NULL)
        return -1;
    entry->name = strdup(name);
    if (entry->name == NULL) {
        free(entry);
        return -1;
    }
    entry->value = value;
    entry->next = entries;
    entries = entry;
    return 0;
}

int main(int argc, char **argv)
{
    char line[64];
    while (fgets(line, sizeof line, stdin) != NULL)
        if (set(line, argc) != 0)
            break;
    struct entry *entry = find("x");
    if (entry != NULL)
        printf("%d\n", entry->value);
    while (entries != NULL) {
        struct entry *first = entries;
        entries = first->next;
        free(first->name);
        free(first);
    }
    return 0;
}
