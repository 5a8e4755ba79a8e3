#include <stdio.h>

struct point { int x, y, z; };
struct line { struct point from, to; const char *name; };

static int sparse[10] = { [3] = 30, 40, [8] = 80, [1] = 10 };
static struct line lines[] = {
    [1] = { .to = { .y = 5 }, .name = "second" },
    [0] = { .from.x = 1, .from.z = 3, .to = { 7, 8, 9 }, .name = "first" },
    [3] = { { 1, 2, 3 }, { 4 }, "fourth" },
};
static const char *const names[] = { [2] = "two", [0] = "zero" };
static int grid[3][3] = { [1] = { [2] = 12 }, [0][1] = 1, [2] = { 20, 21 } };
static struct { int a[4]; struct point p[2]; } nested = { .a[1] = 5, .a[2] = 6, 7, .p[1].y = 9, .p[0] = { 1 } };
static int ranges[12] = { [0 ... 3] = 1, [4 ... 7] = 2, [6] = 9 };

int main(void)
{
    for (int i = 0; i < 10; i++)
        printf("%d ", sparse[i]);
    printf("\n%zu\n", sizeof lines / sizeof *lines);
    for (int i = 0; i < 4; i++)
        printf("%d %d %d %d %d %d %s\n", lines[i].from.x, lines[i].from.y, lines[i].from.z, lines[i].to.x, lines[i].to.y,
               lines[i].to.z, lines[i].name ? lines[i].name : "none");
    printf("%zu %s %d\n", sizeof names / sizeof *names, names[2], names[1] == NULL);
    for (int i = 0; i < 9; i++)
        printf("%d ", grid[i / 3][i % 3]);
    printf("\n%d %d %d %d %d %d\n", nested.a[0], nested.a[1], nested.a[2], nested.a[3], nested.p[0].x, nested.p[1].y);
    for (int i = 0; i < 12; i++)
        printf("%d ", ranges[i]);
    struct point local = { .z = 1, .x = lines[0].to.x, .x = 2 };
    printf("\n%d %d %d\n", local.x, local.y, local.z);
    return 0;
}
