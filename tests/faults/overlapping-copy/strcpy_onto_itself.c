//@ seen-by: asan
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = malloc(16);
    if (!text)
        return 1;
    strcpy(text, "  indented");
    strcpy(text, text + 2); //~ error[overlapping-copy]
    puts(text);
    free(text);
    return 0;
}
