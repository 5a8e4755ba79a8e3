#include <stdio.h>
#include <string.h>

int main(void)
{
    puts("puts adds a newline");
    fputs("fputs does not", stdout);
    putchar('\n');
    putc('p', stdout);
    fputc('f', stdout);
    putchar(10);
    fprintf(stdout, "%s %d\n", "fprintf", 5);
    const char data[] = "with\0zero";
    size_t written = fwrite(data, 1, sizeof data - 1, stdout);
    printf("\n%zu\n", written);
    written = fwrite("abcdefgh", 2, 3, stdout);
    printf(" %zu\n", written);
    fprintf(stderr, "this goes elsewhere\n");
    printf("%d\n", putchar('x'));
    printf("%d\n", puts("") >= 0);
    fflush(stdout);
    printf("%d\n", ferror(stdout));
    return 0;
}
