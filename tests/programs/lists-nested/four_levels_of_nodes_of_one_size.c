//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct word {
    struct word *next;
    char *letters;
};

struct line {
    struct word *words;
    struct line *next;
};

struct page {
    struct page *next;
    struct line *lines;
};

struct book {
    struct page *pages;
    struct book *next;
};

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (block == NULL)
        abort();
    return block;
}

static void add_word(struct word **words)
{
    struct word *word = allocate(sizeof *word);
    word->letters = allocate(8);
    word->next = *words;
    *words = word;
}

static void add_line(struct line **lines)
{
    struct line *line = allocate(sizeof *line);
    line->words = NULL;
    while (__VERIFIER_nondet_int())
        add_word(&line->words);
    line->next = *lines;
    *lines = line;
}

static void add_page(struct page **pages)
{
    struct page *page = allocate(sizeof *page);
    page->lines = NULL;
    while (__VERIFIER_nondet_int())
        add_line(&page->lines);
    page->next = *pages;
    *pages = page;
}

static void add_book(struct book **books)
{
    struct book *book = allocate(sizeof *book);
    book->pages = NULL;
    while (__VERIFIER_nondet_int())
        add_page(&book->pages);
    book->next = *books;
    *books = book;
}

static void release_words(struct word *word)
{
    while (word != NULL) {
        struct word *next = word->next;
        free(word->letters);
        free(word);
        word = next;
    }
}

static void release_lines(struct line *line)
{
    while (line != NULL) {
        struct line *next = line->next;
        release_words(line->words);
        free(line);
        line = next;
    }
}

static void release_pages(struct page *page)
{
    while (page != NULL) {
        struct page *next = page->next;
        release_lines(page->lines);
        free(page);
        page = next;
    }
}

int main(void)
{
    struct book *books = NULL;
    while (__VERIFIER_nondet_int())
        add_book(&books);
    while (books != NULL) {
        struct book *book = books;
        books = book->next;
        release_pages(book->pages);
        free(book);
    }
    return 0;
}
