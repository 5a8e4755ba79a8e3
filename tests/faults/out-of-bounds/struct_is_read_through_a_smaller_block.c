//@ seen-by: asan valgrind
#include <stdlib.h>

struct small { int a; };
struct large { int a; int b; int c; };

int main(void)
{
    struct small *s = malloc(sizeof *s); //~ note "allocated here"
    if (!s)
        return 1;
    s->a = 1;
    struct large *l = (struct large *)s;
    l->c = 3; //~ error[out-of-bounds]
    free(s);
    return 0;
}
