#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word { char *text; int count; };

static int by_count(const void *a, const void *b)
{
    const struct word *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(x->text, y->text);
}

int main(void)
{
    struct word *words = NULL;
    size_t count = 0, capacity = 0;
    char text[32];
    while (scanf("%31s", text) == 1) {
        size_t n = 0;
        for (char *p = text; *p; p++)
            if (isalpha((unsigned char)*p))
                text[n++] = tolower((unsigned char)*p);
        text[n] = 0;
        if (n == 0)
            continue;
        size_t i = 0;
        while (i < count && strcmp(words[i].text, text) != 0)
            i++;
        if (i == count) {
            if (count == capacity)
                words = realloc(words, (capacity = capacity * 2 + 1) * sizeof *words);
            words[count++] = (struct word){ strdup(text), 0 };
        }
        words[i].count++;
    }
    qsort(words, count, sizeof *words, by_count);
    for (size_t i = 0; i < count; i++) {
        if (i < 4)
            printf("%s %d\n", words[i].text, words[i].count);
        free(words[i].text);
    }
    free(words);
    return (int)count;
}
