//@ seen-by: asan valgrind
#include <stdlib.h>

struct string { char *bytes; };

static void release(struct string *s)
{
    free(s->bytes); //~ note "freed here" //~ error[double-free]
    s->bytes = NULL;
}

int main(void)
{
    struct string a = { malloc(8) }, b = a; //~ note "allocated here"
    release(&a);
    release(&b);
    return 0;
}
