#include <stddef.h>
#include <stdio.h>

static int calls;

static long long touch(void)
{
    calls++;
    return 0;
}

struct mixed {
    char c;
    double d;
    short s;
    int i;
    char tail[3];
};

int main(void)
{
    int i = 3, array[7];
    size_t n = sizeof(i++) + sizeof(touch());
    printf("%zu %d %d\n", n, i, calls);
    printf("%zu %zu\n", sizeof array, sizeof array / sizeof *array);
    printf("%zu %zu\n", sizeof "hello", sizeof(char[12]));
    printf("%zu %zu\n", sizeof(struct mixed), _Alignof(struct mixed));
    printf("%zu %zu %zu %zu\n", offsetof(struct mixed, d), offsetof(struct mixed, s),
           offsetof(struct mixed, i), offsetof(struct mixed, tail[1]));
    printf("%zu %zu %zu\n", sizeof(void *), sizeof(long), sizeof(int (*)(void)));
    printf("%zu\n", sizeof(int[3][5]));
    printf("%d\n", (int)(sizeof(array) - 100) < 0);
    int n2 = 4;
    int vla[n2][n2 + 1];
    printf("%zu %zu\n", sizeof vla, sizeof vla[0]);
    printf("%zu\n", sizeof(struct { char a; long long b; }));
    return 0;
}
