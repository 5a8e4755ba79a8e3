#include <stdio.h>
#include <string.h>

static void show(const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf("%02x", bytes[i]);
    printf("\n");
}

int main(void)
{
    unsigned char buffer[12];
    memset(buffer, 0x1ab, sizeof buffer);
    show(buffer, 12);
    memset(buffer + 2, 0, 4);
    memcpy(buffer, "\1\0\2", 3);
    show(buffer, 12);
    memmove(buffer + 1, buffer, 8);
    show(buffer, 12);
    memmove(buffer, buffer + 3, 9);
    show(buffer, 12);
    memcpy(buffer, buffer, 0);
    unsigned char *after = memccpy(buffer + 6, "ab\0cd", 0, 6);
    show(buffer, 12);
    printf("%td\n", after - buffer);
    printf("%d\n", memccpy(buffer, "xyz", 'q', 3) == NULL);
    int numbers[4] = { 1, 2, 3, 4 }, copy[4];
    memcpy(copy, numbers, sizeof copy);
    memset(numbers, -1, sizeof numbers);
    printf("%d %d %d\n", copy[3], numbers[0], memcmp(copy, numbers, 1));
    printf("%d\n", memcmp("a\0b", "a\0c", 3) < 0);
    return 0;
}
