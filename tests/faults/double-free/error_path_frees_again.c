//@ seen-by: asan valgrind
#include <stdlib.h>
#include <string.h>

static int parse(const char *text)
{
    int status = 0;
    char *copy = strdup(text);
    if (!copy)
        return 1;
    if (copy[0] == '#') {
        free(copy); //~ note "freed here"
        status = 2;
        goto out;
    }
    status = copy[0];
out:
    free(copy); //~ error[double-free]
    return status;
}

int main(void)
{
    return parse("x") + parse("#");
}
