//@ seen-by: asan
#include <stdio.h>

int main(void)
{
    char text[4];
    for (int i = 98; i < 10001; i *= 10) {
        sprintf(text, "%d", i); //~ error[out-of-bounds]
        puts(text);
    }
    return 0;
}
