//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct word {
    struct word *next;
};

struct line {
    struct word *words;
    struct line *next;
};

struct page {
    struct line *lines;
    struct page *next;
};

static struct line *build_lines(void)
{
    struct line *lines = NULL;
    while (__VERIFIER_nondet_int()) {
        struct line *line = malloc(sizeof *line);
        line->words = NULL;
        while (__VERIFIER_nondet_int()) {
            struct word *word = malloc(sizeof *word);
            word->next = line->words;
            line->words = word;
        }
        line->next = lines;
        lines = line;
    }
    return lines;
}

static void release_lines(struct line *line)
{
    while (line != NULL) {
        struct line *next = line->next;
        while (line->words != NULL) {
            struct word *word = line->words;
            line->words = word->next;
            word = NULL; //~ error[memory-lost]
        }
        free(line);
        line = next;
    }
}

int main(void)
{
    struct page *pages = NULL;
    while (__VERIFIER_nondet_int()) {
        struct page *page = malloc(sizeof *page);
        page->lines = build_lines();
        page->next = pages;
        pages = page;
    }
    while (pages != NULL) {
        struct page *page = pages;
        pages = page->next;
        release_lines(page->lines);
        free(page);
    }
    return 0;
}
