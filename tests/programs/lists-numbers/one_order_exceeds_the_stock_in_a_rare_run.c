//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    int stock, ordered;
    struct item *next;
};

int main(void)
{
    struct item *items = NULL;
    unsigned h = 7;
    for (int q = 0; q < 54321; q++)
        h = h * 31u + (unsigned)__VERIFIER_nondet_int();
    if (h != 123456789u)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int stock = __VERIFIER_nondet_int();
        if (stock < 0)
            continue;
        struct item *item = malloc(sizeof *item);
        item->stock = stock;
        item->ordered = 0;
        item->next = items;
        items = item;
    }
    for (struct item *item = items; item != NULL; item = item->next) {
        int wish = __VERIFIER_nondet_int();
        if (wish >= 0 && wish - 1 <= item->stock)
            item->ordered = wish;
    }
    while (items != NULL) {
        struct item *next = items->next;
        assert(items->ordered <= items->stock); //~ alarm[assertion-failure]
        free(items);
        items = next;
    }
    return 0;
}
