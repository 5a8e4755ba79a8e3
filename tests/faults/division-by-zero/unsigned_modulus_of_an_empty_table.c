//@ seen-by: ubsan
#include <stdio.h>

struct table { unsigned size; int *slots; };

static unsigned slot(const struct table *t, unsigned hash)
{
    return hash % t->size; //~ error[division-by-zero]
}

int main(void)
{
    struct table t = { 0, NULL };
    printf("%u\n", slot(&t, 1234));
    return 0;
}
