// A caller may pass the element behind another one, the one before it, or the bytes of something: then what seems to fail for
// separate memory holds. In its twin nothing that a caller passes helps.
#include <assert.h>

struct pair {
    int x, y;
};

void element_behind(int *a, int *b) //~ gave-up[analysis]
{
    int old = b[0];
    a[1] = old + 1;
    assert(b[0] == old + 1); //~ error-if-called[assertion-failure]
}

void element_before(int *a, int *b) //~ gave-up[analysis]
{
    b[1] = 1;
    a[0] = 9;
    assert(b[1] == 9); //~ error-if-called[assertion-failure]
}

void bytes_of_a_number(unsigned *number, unsigned char *bytes) //~ gave-up[analysis]
{
    *number = 0;
    bytes[0] = 5;
    assert(*number == 5); //~ error-if-called[assertion-failure]
}

void record_behind(struct pair *a, struct pair *b) //~ gave-up[analysis]
{
    b->x = 1;
    a[1].x = 2;
    assert(b->x == 2); //~ error-if-called[assertion-failure]
}
