#include <stdio.h>
#include <string.h>

int main(void)
{
    char buffer[10];
    memset(buffer, '#', sizeof buffer);
    int n = snprintf(buffer, sizeof buffer, "%d-%s", 12345, "abcdefgh");
    printf("%d %s\n", n, buffer);
    n = snprintf(buffer, 1, "xyz");
    printf("%d %d\n", n, buffer[0]);
    n = snprintf(buffer, 0, "xyz");
    printf("%d %d\n", n, buffer[0]);
    n = snprintf(NULL, 0, "%08.3f", 3.14159);
    printf("%d\n", n);
    n = snprintf(buffer, sizeof buffer, "%s", "123456789");
    printf("%d %s\n", n, buffer);
    n = sprintf(buffer, "%c%c", 'o', 'k');
    printf("%d %s\n", n, buffer);
    char line[64], *end = line;
    for (int i = 1; i <= 5; i++)
        end += sprintf(end, "%s%d^2=%d", i > 1 ? ", " : "", i, i * i);
    puts(line);
    n = sprintf(line, "a%cb", 0);
    printf("%d %zu %c\n", n, strlen(line), line[2]);
    return 0;
}
