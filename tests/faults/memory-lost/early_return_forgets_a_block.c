//@ seen-by: valgrind-leak
#include <stdlib.h>
#include <string.h>

static int check(const char *text)
{
    char *copy = malloc(strlen(text) + 1); //~ note "allocated here"
    if (!copy)
        return -1;
    strcpy(copy, text);
    if (copy[0] == '-')
        return 0; //~ error[memory-lost]
    int n = strlen(copy);
    free(copy);
    return n;
}

int main(void)
{
    return check("abc") + check("-x");
}
