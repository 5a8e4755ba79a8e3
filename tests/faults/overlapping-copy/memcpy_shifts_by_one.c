//@ seen-by: asan
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[16] = "insert";
    size_t n = strlen(text);
    memcpy(text + 1, text, n + 1); //~ error[overlapping-copy]
    text[0] = '>';
    puts(text);
    return 0;
}
