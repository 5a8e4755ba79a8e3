//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct page {
    int number;
    struct page *next;
};

/* The first page has no number of its own. */
int main(void)
{
    struct page *first = malloc(sizeof *first);
    first->number = 1;
    first->next = NULL;
    struct page *last = first;
    int pages = 0;
    while (pages < 1000 && __VERIFIER_nondet_int()) {
        struct page *page = malloc(sizeof *page);
        page->number = ++pages;
        page->next = NULL;
        last->next = page;
        last = page;
    }
    assert(last->number >= pages);
    int expected = 1;
    while (first != NULL) {
        struct page *next = first->next;
        assert(first->number == expected); //~ error[assertion-failure]
        expected++;
        free(first);
        first = next;
    }
    return 0;
}
