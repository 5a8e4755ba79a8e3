#include <stdio.h>

struct box { int values[4]; };

static void change_scalar(int n, char c) { n++; c = 'x'; (void)n; (void)c; }
static void change_array(int a[], int n) { a[n] = -1; a = 0; (void)a; }
static void change_pointer(int **p, int *to) { *p = to; }
static int change_struct(struct box b) { b.values[0] = 99; return b.values[0]; }
static void rows(int m[][3], int n) { for (int i = 0; i < n; i++) m[i][i] = 7; }
static int through_array_pointer(int (*a)[4]) { (*a)[3] = 5; return sizeof *a / sizeof **a; }
static int size_of_parameter(int a[100]) { return sizeof a == sizeof(int *); }
static int at_least(int n, int a[static 2]) { return a[n]; }

int main(void)
{
    int n = 1, other = 2, *p = &n, a[4] = { 1, 2, 3, 4 }, m[2][3] = { { 0 } };
    char c = 'a';
    struct box b = { { 1, 2, 3, 4 } };
    change_scalar(n, c);
    printf("%d %c\n", n, c);
    change_array(a, 2);
    printf("%d %d\n", a[2], a[3]);
    change_pointer(&p, &other);
    printf("%d\n", *p);
    printf("%d %d\n", change_struct(b), b.values[0]);
    rows(m, 2);
    printf("%d %d %d\n", m[0][0], m[1][1], m[1][0]);
    printf("%d ", through_array_pointer(&a));
    printf("%d\n", a[3]);
    printf("%d\n", size_of_parameter(a));
    printf("%d\n", at_least(1, a));
    return 0;
}
