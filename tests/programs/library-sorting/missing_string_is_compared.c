//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

static int by_name(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right); //~ error[null-dereference]
}

int main(void)
{
    const char *names[3] = { "pear", "apple", NULL };
    qsort(names, 3, sizeof *names, by_name);
    return names[0] != NULL;
}
