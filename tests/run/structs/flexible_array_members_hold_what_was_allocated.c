#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    size_t length;
    char bytes[];
};

struct vector {
    unsigned short count;
    struct { int key; char mark; } items[];
};

static struct text *join(const struct text *a, const char *b)
{
    size_t more = strlen(b);
    struct text *result = malloc(sizeof *result + a->length + more + 1);
    result->length = a->length + more;
    memcpy(result->bytes, a->bytes, a->length);
    memcpy(result->bytes + a->length, b, more + 1);
    return result;
}

int main(void)
{
    struct text *empty = calloc(1, sizeof *empty + 1);
    struct text *hello = join(empty, "hello"), *world = join(hello, ", world");
    printf("%zu %s\n%zu %s\n", hello->length, hello->bytes, world->length, world->bytes);
    free(empty);
    free(hello);
    free(world);
    int n = 4;
    struct vector *v = malloc(sizeof *v + n * sizeof v->items[0]);
    v->count = n;
    for (int i = 0; i < n; i++) {
        v->items[i].key = i * i;
        v->items[i].mark = "wxyz"[i];
    }
    int sum = 0;
    for (int i = v->count - 1; i >= 0; i--) {
        sum += v->items[i].key;
        putchar(v->items[i].mark);
    }
    printf(" %d %zu %zu\n", sum, sizeof(struct vector), sizeof v->items[0]);
    free(v);
    return 0;
}
