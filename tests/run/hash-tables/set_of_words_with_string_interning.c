#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct interned { struct interned *next; char *text; };

static struct interned *table[13];
static int hits, misses;

static const char *intern(const char *text, size_t length)
{
    unsigned hash = 0;
    for (size_t i = 0; i < length; i++)
        hash = hash * 65599 + (unsigned char)text[i];
    struct interned **slot = &table[hash % 13];
    for (struct interned *i = *slot; i; i = i->next)
        if (strlen(i->text) == length && memcmp(i->text, text, length) == 0) {
            hits++;
            return i->text;
        }
    struct interned *fresh = malloc(sizeof *fresh);
    fresh->text = strndup(text, length);
    fresh->next = *slot;
    *slot = fresh;
    misses++;
    return fresh->text;
}

int main(void)
{
    const char *text = "to be or not to be that is the question to be";
    const char *words[16];
    int count = 0;
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, " ");
        words[count++] = intern(p, n);
        p += n + (p[n] == ' ');
    }
    for (int i = 0; i < count; i++) {
        int first = 0;
        while (words[first] != words[i])
            first++;
        printf("%s%d ", words[i], first);
    }
    printf("\n%d hits, %d misses\n", hits, misses);
    for (int i = 0; i < 13; i++)
        while (table[i]) {
            struct interned *next = table[i]->next;
            free(table[i]->text);
            free(table[i]);
            table[i] = next;
        }
    return count;
}
