#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[32];
    int lines = 0, numbers = 0;
    long total = 0;
    while (fgets(line, sizeof line, stdin)) {
        lines++;
        int value, used;
        size_t length = strlen(line);
        int complete = length && line[length - 1] == '\n';
        if (complete)
            line[length - 1] = 0;
        for (char *p = line; sscanf(p, "%d%n", &value, &used) == 1; p += used) {
            numbers++;
            total += value;
        }
        printf("%d%s: %s\n", lines, complete ? "" : " (part)", line);
    }
    printf("%d lines, %d numbers, total %ld\n", lines, numbers, total);
    printf("%d %d\n", feof(stdin) != 0, getchar() == EOF);
    return lines;
}
