//@ options: --stop-on not-freed-at-exit
#include <stdlib.h>

struct node { struct node *next; };

static struct node *cache;

int main(void)
{
    cache = malloc(sizeof *cache); //~ note "allocated here"
    if (!cache)
        return 1;
    cache->next = NULL;
    return 0; //~ error[not-freed-at-exit]
}
