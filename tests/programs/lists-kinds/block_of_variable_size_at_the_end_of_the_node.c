//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct line {
    struct line *next;
    int length;
    char text[];
};

static struct line *create(int length, struct line *next)
{
    struct line *line = malloc(sizeof *line + length + 1);
    line->next = next;
    line->length = length;
    for (int i = 0; i < length; i++)
        line->text[i] = ' ';
    line->text[length] = 0;
    return line;
}

int main(void)
{
    struct line *lines = NULL;
    while (__VERIFIER_nondet_int()) {
        int length = __VERIFIER_nondet_int();
        if (length >= 0 && length < 80)
            lines = create(length, lines);
    }
    while (lines != NULL) {
        struct line *line = lines;
        lines = line->next;
        free(line);
    }
    return 0;
}
