// One byte too few for the zero.
//@ options: --at-exit
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    struct word *next;
    char text[];
};

static struct word *words;

static int has(const char *text)
{
    for (struct word *word = words; word != NULL; word = word->next)
        if (strcmp(word->text, text) == 0)
            return 1;
    return 0;
}

int main(void)
{
    char line[80];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (has(line))
            continue;
        size_t length = strlen(line);
        struct word *word = malloc(sizeof *word + length);
        if (word == NULL)
            break;
        memcpy(word->text, line, length + 1); //~ error[out-of-bounds]
        word->next = words;
        words = word;
    }
    while (words != NULL) {
        struct word *word = words;
        words = word->next;
        puts(word->text);
        free(word);
    }
    return 0;
}
