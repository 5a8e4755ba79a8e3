//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct numbers {
    int *items;
    size_t count;
    size_t room;
};

static int push(struct numbers *numbers, int item)
{
    if (numbers->count == numbers->room) {
        size_t room = numbers->room > 0 ? 2 * numbers->room : 4;
        int *items = realloc(numbers->items, room * sizeof *items);
        if (items == NULL) {
            return 0;
        }
        numbers->items = items;
        numbers->room = room;
    }
    numbers->items[numbers->count++] = item;
    return 1;
}

int main(void)
{
    struct numbers numbers = { NULL, 0, 0 };
    int count = __VERIFIER_nondet_int();
    if (count > 1000) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        if (!push(&numbers, i)) {
            break;
        }
    }
    for (size_t i = 0; i <= numbers.count; i++) {
        numbers.items[i]++; //~ error[null-dereference]
    }
    free(numbers.items);
    return 0;
}
