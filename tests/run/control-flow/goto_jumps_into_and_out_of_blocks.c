#include <stdio.h>

static int cleanup_ladder(int fail_at)
{
    int result = 0;
    if (fail_at == 0)
        goto fail_0;
    result += 1;
    if (fail_at == 1)
        goto fail_1;
    result += 10;
    if (fail_at == 2)
        goto fail_2;
    return result;
fail_2:
    printf("undo 2 ");
fail_1:
    printf("undo 1 ");
fail_0:
    return -result;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("-> %d\n", cleanup_ladder(i));
    int i = 0, total = 0;
again:
    total += i;
    if (++i < 10)
        goto again;
    printf("%d\n", total);
    for (int x = 0; x < 10; x++)
        for (int y = 0; y < 10; y++)
            if (x * y == 42) {
                printf("%d %d\n", x, y);
                goto found;
            }
found:
    i = 0;
    goto middle;
    while (i < 3) {
        printf("top ");
    middle:
        printf("middle %d\n", i);
        i++;
    }
    goto end;
    {
        printf("skipped\n");
    }
end:
    return total;
}
