#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { const char *key; int value; };

static const struct entry table[] = {
    { "alpha", 1 }, { "beta", 2 }, { "delta", 4 }, { "gamma", 3 }, { "omega", 24 },
};

static int compare_key(const void *key, const void *element)
{
    return strcmp(key, ((const struct entry *)element)->key);
}

static int compare_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    const char *keys[] = { "alpha", "omega", "gamma", "aaa", "zzz", "c" };
    for (int i = 0; i < 6; i++) {
        struct entry *e = bsearch(keys[i], table, 5, sizeof *table, compare_key);
        printf("%s %d\n", keys[i], e ? e->value : -1);
    }
    int numbers[] = { 2, 3, 5, 7, 11, 13, 17 };
    int found = 0;
    for (int n = 0; n < 20; n++) {
        int *p = bsearch(&n, numbers, 7, sizeof *numbers, compare_int);
        if (p) {
            found++;
            printf("%d at %td\n", n, p - numbers);
        }
    }
    int five = 5;
    printf("%d\n", bsearch(&five, numbers, 0, sizeof *numbers, compare_int) == NULL);
    return found;
}
