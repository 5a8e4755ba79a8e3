#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    int x = 0;
    char text[32], hex[32];
    sprintf(text, "%p", (void *)&x);
    sprintf(hex, "%#jx", (uintmax_t)(uintptr_t)&x);
    printf("%d\n", strcmp(text, hex));
    void *back = NULL;
    printf("%d\n", sscanf(text, "%p", &back));
    printf("%d\n", back == &x);
    printf("%p\n", (void *)0);
    printf("[%8p] [%-8p]\n", (void *)0, (void *)0x10);
    printf("%p\n", (void *)0xabcd);
    return 0;
}
