//@ mode: check
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text;
    if (asprintf(&text, "%d", 5) < 0) {
        return 0;
    }
    free(text);
    return 0;
}
