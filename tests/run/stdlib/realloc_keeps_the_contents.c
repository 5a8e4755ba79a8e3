#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer { char *bytes; size_t length, capacity; };

static void append(struct buffer *b, const char *text)
{
    size_t n = strlen(text);
    while (b->length + n + 1 > b->capacity) {
        b->capacity = b->capacity ? b->capacity * 2 : 4;
        b->bytes = realloc(b->bytes, b->capacity);
        if (!b->bytes)
            abort();
    }
    memcpy(b->bytes + b->length, text, n + 1);
    b->length += n;
}

int main(void)
{
    struct buffer b = { 0 };
    for (int i = 0; i < 20; i++) {
        char number[8];
        sprintf(number, "%d,", i * i);
        append(&b, number);
    }
    printf("%s %zu %zu\n", b.bytes, b.length, b.capacity);
    b.bytes = realloc(b.bytes, 5);
    b.bytes[4] = 0;
    printf("%s\n", b.bytes);
    free(b.bytes);
    int *zeros = calloc(6, sizeof *zeros), sum = 0;
    for (int i = 0; i < 6; i++)
        sum += zeros[i] == 0;
    zeros = realloc(zeros, 10 * sizeof *zeros);
    zeros[9] = 4;
    printf("%d %d %d\n", sum, zeros[5], zeros[9]);
    free(zeros);
    free(NULL);
    int **rows = malloc(3 * sizeof *rows);
    for (int i = 0; i < 3; i++) {
        rows[i] = malloc((i + 1) * sizeof **rows);
        for (int j = 0; j <= i; j++)
            rows[i][j] = i * 10 + j;
    }
    for (int i = 2; i >= 0; i--) {
        printf("%d ", rows[i][i]);
        free(rows[i]);
    }
    free(rows);
    printf("\n");
    return 0;
}
