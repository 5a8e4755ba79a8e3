//@ seen-by: asan valgrind
#include <stdlib.h>

struct link { struct link *next; };
struct item { int value; struct link link; };

int main(void)
{
    struct item *item = malloc(sizeof *item); //~ note "allocated here"
    if (!item)
        return 1;
    item->link.next = NULL;
    struct link *list = &item->link;
    free(list); //~ error[free-inside-block]
    return 0;
}
