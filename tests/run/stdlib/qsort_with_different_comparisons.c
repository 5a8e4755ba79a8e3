#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { char name[8]; int weight; };

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_byte(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}

static int descending(const void *a, const void *b)
{
    return by_value(b, a);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int by_weight_then_name(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return x->weight != y->weight ? x->weight - y->weight : strcmp(x->name, y->name);
}

int main(void)
{
    int numbers[40];
    unsigned state = 1;
    for (int i = 0; i < 40; i++)
        numbers[i] = (int)((state = state * 1103515245u + 12345) >> 16 & 0x7f) - 64;
    qsort(numbers, 40, sizeof *numbers, by_value);
    for (int i = 0; i < 40; i++)
        printf("%d ", numbers[i]);
    qsort(numbers, 40, sizeof *numbers, descending);
    printf("\n%d %d\n", numbers[0], numbers[39]);
    const char *words[] = { "pear", "apple", "fig", "banana", "cherry" };
    qsort(words, 5, sizeof *words, by_text);
    for (int i = 0; i < 5; i++)
        printf("%s ", words[i]);
    struct item items[] = { { "c", 3 }, { "b", 1 }, { "a", 3 }, { "d", 2 }, { "aa", 1 } };
    qsort(items, 5, sizeof *items, by_weight_then_name);
    printf("\n");
    for (int i = 0; i < 5; i++)
        printf("%s:%d ", items[i].name, items[i].weight);
    printf("\n");
    qsort(numbers, 0, sizeof *numbers, by_value);
    qsort(numbers, 1, sizeof *numbers, by_value);
    char letters[] = "sortingbytes";
    qsort(letters, strlen(letters), 1, by_byte);
    printf("%s\n", letters);
    return 0;
}
