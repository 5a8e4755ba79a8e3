// The zero of the copy is behind its block.
#include <stdlib.h>
#include <string.h>

struct word {
    char *text;
    struct word *next;
};

static struct word *push(struct word *words, const char *text)
{
    struct word *word = malloc(sizeof *word);
    if (word == NULL)
        exit(1);
    word->text = malloc(strlen(text));
    if (word->text == NULL)
        exit(1);
    strcpy(word->text, text); //~ error[out-of-bounds]
    word->next = words;
    return word;
}

int main(int argc, char **argv)
{
    struct word *words = NULL;
    size_t total = 0;
    for (int i = 1; i < argc; i++)
        words = push(words, argv[i]);
    for (struct word *word = words; word != NULL; word = word->next)
        total += strlen(word->text);
    while (words != NULL) {
        struct word *next = words->next;
        free(words->text);
        free(words);
        words = next;
    }
    return total > 100;
}
