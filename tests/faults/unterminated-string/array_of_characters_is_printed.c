//@ seen-by: asan
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *word = malloc(3);
    if (!word)
        return 1;
    memcpy(word, "yes", 3);
    puts(word); //~ error[unterminated-string]
    free(word);
    return 0;
}
