#include <stdio.h>
#include <string.h>

int main(void)
{
    char a[32], b[32];
    printf("%zu %zu %zu\n", strlen(""), strlen("abc"), strlen("ab\0cd"));
    printf("%s\n", strcpy(a, "hello"));
    printf("%d\n", strcpy(b, a) == b);
    strcat(a, ", ");
    strcat(strcat(a, b), "!");
    printf("%s %zu\n", a, strlen(a));
    memset(b, '#', sizeof b);
    strncpy(b, "abc", 6);
    for (int i = 0; i < 8; i++)
        printf("%d ", b[i]);
    printf("\n");
    strncpy(b, "abcdefgh", 4);
    printf("%.6s\n", b);
    strcpy(b, "12");
    strncat(b, "345678", 3);
    strncat(b, "x", 10);
    printf("%s %zu %zu\n", b, strnlen(b, 3), strnlen(b, 100));
    char *end = stpcpy(b, "stp");
    stpcpy(end, "cpy");
    printf("%s %td\n", b, end - b);
    char *shifted = a + 3;
    memmove(shifted, a, strlen(a) + 1);
    printf("%s\n", a);
    memmove(a, a + 5, strlen(a + 5) + 1);
    printf("%s\n", a);
    return 0;
}
