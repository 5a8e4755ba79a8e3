#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct word { struct word *next; int length; };
struct line { struct line *next; struct word *words; };
int main(void)
{
    struct line *lines = NULL;
    while (__VERIFIER_nondet_int()) {
        struct line *line = malloc(sizeof *line);
        if (!line) abort();
        line->words = NULL;
        line->next = lines;
        lines = line;
        while (__VERIFIER_nondet_int()) {
            struct word *word = malloc(sizeof *word);
            if (!word) abort();
            word->length = 4;
            word->next = line->words;
            line->words = word;
        }
    }
    while (lines) { //~ invariant seg(lines -> 0; count n >= 0; node 16 entry 0 link 0 word 8 { 8..16: owns list >= 0 node 16 entry 0 link 0 word 8 { 8..12: any, 12..16: uninit } })
        struct line *line = lines;
        lines = line->next;
        while (line->words) {
            struct word *word = line->words;
            line->words = word->next;
            free(word);
        }
        free(line);
    }
    return 0;
}
