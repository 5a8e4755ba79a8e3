#include <stdio.h>

struct inner { char c; long l; void *p; double d; };
struct outer { int a; struct inner in[2]; char text[6]; };

static struct outer nothing;
static struct outer partial = { 1, { { 'x' } }, "ab" };

static int is_zero(const struct inner *i)
{
    return i->c == 0 && i->l == 0 && i->p == NULL && i->d == 0;
}

int main(void)
{
    printf("%d %d %d\n", nothing.a, is_zero(&nothing.in[1]), nothing.text[5]);
    printf("%d %c %d %s %d\n", partial.a, partial.in[0].c, is_zero(&partial.in[1]), partial.text, partial.text[5]);
    for (int round = 0; round < 2; round++) {
        struct outer local = { .text = "hey" };
        int array[8] = { 5, 6 }, zeros[4] = { 0 }, empty[3] = {};
        char buffer[8] = "hi", letters[] = { 'o', 'k', 0 };
        printf("%d %d %s %d\n", local.a, is_zero(&local.in[round]), local.text, local.text[4]);
        printf("%d %d %d %d %d\n", array[1], array[2], array[7], zeros[3], empty[2]);
        printf("%s %d %s %zu\n", buffer, buffer[7], letters, sizeof letters);
        local.in[round].l = array[7] = buffer[7] = 1;
    }
    int matrix[3][3] = { 1, 2, 3, 4, 5 };
    for (int i = 0; i < 9; i++)
        printf("%d ", matrix[i / 3][i % 3]);
    printf("\n");
    int scalar = { 7 };
    printf("%d\n", scalar);
    return 0;
}
