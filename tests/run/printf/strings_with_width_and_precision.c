#include <stdio.h>

int main(void)
{
    const char *text = "abcdef";
    char unterminated[3] = { 'x', 'y', 'z' };
    printf("[%s] [%10s] [%-10s] [%.3s] [%10.3s] [%-10.3s] [%.0s] [%.s]\n", text, text, text, text, text, text, text, text);
    printf("[%.*s] [%*s] [%-*s] [%*.*s]\n", 2, text, 8, text, 8, text, 8, 4, text);
    printf("[%.3s] [%.2s]\n", unterminated, unterminated);
    printf("[%s]\n", "");
    printf("[%3s] [%2.1s]\n", "wide", "xy");
    printf("%s%s%s\n", "a", "b", "c");
    printf("%5c|%-5c|\n", 'r', 'l');
    printf("[%.*s]\n", -1, text);
    int n = printf("12345\n");
    printf("%d\n", n);
    int before, after;
    printf("abc%ndef%n\n", &before, &after);
    printf("%d %d\n", before, after);
    printf("100%%\n");
    return 0;
}
