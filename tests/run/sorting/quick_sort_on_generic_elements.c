#include <stdio.h>
#include <string.h>

static void swap_bytes(char *a, char *b, size_t size)
{
    while (size--) {
        char t = *a;
        *a++ = *b;
        *b++ = t;
    }
}

static void quick(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    if (count < 2)
        return;
    char *a = base, *pivot = a + (count - 1) * size, *store = a;
    swap_bytes(a + count / 2 * size, pivot, size);
    for (char *p = a; p < pivot; p += size)
        if (compare(p, pivot) < 0) {
            swap_bytes(p, store, size);
            store += size;
        }
    swap_bytes(store, pivot, size);
    quick(a, (store - a) / size, size, compare);
    quick(store + size, count - 1 - (store - a) / size, size, compare);
}

struct record { char name[5]; double score; };

static int by_score(const void *a, const void *b)
{
    double x = ((const struct record *)a)->score, y = ((const struct record *)b)->score;
    return x < y ? -1 : x > y;
}

static int by_short(const void *a, const void *b)
{
    return *(const short *)a - *(const short *)b;
}

int main(void)
{
    struct record records[] = { { "ann", 3.5 }, { "bob", -1 }, { "cyd", 99.25 }, { "dan", 0 }, { "eve", 3.25 } };
    quick(records, 5, sizeof *records, by_score);
    for (int i = 0; i < 5; i++)
        printf("%s %g\n", records[i].name, records[i].score);
    short values[64];
    for (int i = 0; i < 64; i++)
        values[i] = (i * 97 + 31) % 64 - 32;
    quick(values, 64, sizeof *values, by_short);
    int good = 1;
    for (int i = 1; i < 64; i++)
        good &= values[i - 1] <= values[i];
    printf("%d %d %d\n", good, values[0], values[63]);
    return 0;
}
