#include <stdio.h>
#include <stdlib.h>

struct trie { struct trie *next[26]; unsigned count : 7, is_word : 1; };

static void insert(struct trie *t, const char *word)
{
    for (; *word; word++) {
        struct trie **slot = &t->next[*word - 'a'];
        if (!*slot)
            *slot = calloc(1, sizeof **slot);
        t = *slot;
        t->count++;
    }
    t->is_word = 1;
}

static const struct trie *find(const struct trie *t, const char *prefix)
{
    while (t && *prefix)
        t = t->next[*prefix++ - 'a'];
    return t;
}

static void list(const struct trie *t, char *text, int depth)
{
    if (t->is_word) {
        text[depth] = 0;
        printf("%s ", text);
    }
    for (int i = 0; i < 26; i++)
        if (t->next[i]) {
            text[depth] = 'a' + i;
            list(t->next[i], text, depth + 1);
        }
}

static int drop(struct trie *t)
{
    int count = 1;
    for (int i = 0; i < 26; i++)
        if (t->next[i])
            count += drop(t->next[i]);
    free(t);
    return count;
}

int main(void)
{
    const char *words[] = { "tea", "ten", "to", "inn", "in", "i", "teapot" };
    struct trie *root = calloc(1, sizeof *root);
    for (int i = 0; i < 7; i++)
        insert(root, words[i]);
    const char *prefixes[] = { "t", "te", "tea", "in", "x", "teapots" };
    for (int i = 0; i < 6; i++) {
        const struct trie *t = find(root, prefixes[i]);
        printf("%s %d %d\n", prefixes[i], t ? (int)t->count : 0, t ? t->is_word : 0);
    }
    char text[16];
    list(root, text, 0);
    printf("\n");
    return drop(root);
}
