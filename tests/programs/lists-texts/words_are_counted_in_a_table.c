// A table of words with chains: what is read is looked up, and a buffer that is no longer used stays on the stack.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#define BUCKETS 64
struct entry { char *word; int count; struct entry *next; };
static struct entry *table[BUCKETS];
static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s) h = h * 33 + (unsigned char)*s++;
    return h % BUCKETS;
}
static int put(const char *word) {
    unsigned h = hash(word);
    for (struct entry *e = table[h]; e; e = e->next)
        if (strcmp(e->word, word) == 0) { e->count++; return 0; }
    struct entry *e = malloc(sizeof *e);
    if (!e) return -1;
    e->word = strdup(word);
    if (!e->word) { free(e); return -1; }
    e->count = 1;
    e->next = table[h];
    table[h] = e;
    return 0;
}
int main(void) {
    char word[64];
    while (scanf("%63s", word) == 1)
        if (put(word)) break;
    for (int i = 0; i < BUCKETS; i++)
        for (struct entry *e = table[i]; e; e = e->next)
            printf("%s %d\n", e->word, e->count);
    for (int i = 0; i < BUCKETS; i++) {
        struct entry *e = table[i];
        while (e) {
            struct entry *next = e->next;
            free(e->word);
            free(e);
            e = next;
        }
        table[i] = NULL;
    }
    return 0;
}
