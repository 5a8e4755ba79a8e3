// The third letter of a text of one.
#include <stdlib.h>
#include <string.h>

struct word {
    char *text;
    struct word *next;
};

static struct word *words;

static void add(const char *text)
{
    struct word *word = malloc(sizeof *word);
    if (word == NULL)
        exit(1);
    word->text = strdup(text);
    if (word->text == NULL)
        exit(1);
    word->next = words;
    words = word;
}

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    while (__VERIFIER_nondet_int())
        add(__VERIFIER_nondet_int() ? "a" : "four");
    int count = 0;
    for (struct word *word = words; word != NULL; word = word->next)
        count += word->text[2] == 'u'; //~ error[out-of-bounds]
    while (words != NULL) {
        struct word *word = words;
        words = word->next;
        free(word->text);
        free(word);
    }
    return count > 3;
}
