//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int grade;
};

struct shelf {
    struct shelf *next;
    struct item *items;
};

int main(void)
{
    int prices[4] = { 1, 2, 5, 9 };
    struct shelf *shelves = NULL;
    while (__VERIFIER_nondet_int()) {
        struct shelf *shelf = malloc(sizeof *shelf);
        shelf->items = NULL;
        shelf->next = shelves;
        shelves = shelf;
        while (__VERIFIER_nondet_int()) {
            struct item *item = malloc(sizeof *item);
            item->grade = 4;
            item->next = shelf->items;
            shelf->items = item;
        }
    }
    int sum = 0;
    while (shelves != NULL) {
        struct shelf *shelf = shelves;
        shelves = shelf->next;
        while (shelf->items != NULL) {
            struct item *item = shelf->items;
            shelf->items = item->next;
            sum += prices[item->grade]; //~ error[out-of-bounds]
            free(item);
        }
        free(shelf);
    }
    return sum == 0;
}
