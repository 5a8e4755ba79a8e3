//@ seen-by: asan valgrind
#include <stdlib.h>

struct buffer { char *bytes; size_t size; };
struct reader { struct buffer *source; size_t at; };

static void close(struct buffer *b)
{
    free(b->bytes); //~ note "freed here"
    b->size = 0;
}

int main(void)
{
    struct buffer b = { malloc(16), 16 }; //~ note "allocated here"
    if (!b.bytes)
        return 1;
    struct reader r = { &b, 3 };
    b.bytes[3] = 'a';
    close(&b);
    r.source->bytes[r.at]++; //~ error[use-after-free]
    return 0;
}
