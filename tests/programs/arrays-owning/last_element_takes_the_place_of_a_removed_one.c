//@ mode: check
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000) {
        return 0;
    }
    char **items = malloc(count * sizeof *items);
    if (!items) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        items[i] = malloc(10);
        if (!items[i]) {
            abort();
        }
    }
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at >= count) {
        at = 0;
    }
    free(items[at]);
    items[at] = items[count - 1];
    count--;
    for (int i = 0; i < count; i++) {
        free(items[i]);
    }
    free(items);
    return 0;
}
