// As in its twin, but no way to overlap makes the assertions hold.
#include <assert.h>

struct pair {
    int x, y;
};

void element_behind(int *a, int *b)
{
    b[0] = 3;
    a[1] = 3;
    assert(b[0] == 4); //~ error[assertion-failure]
}

void bytes_of_a_number(unsigned *number, unsigned char *bytes)
{
    *number = 0;
    bytes[0] = 0;
    assert(*number == 5); //~ error[assertion-failure]
}

void record_behind(struct pair *a, struct pair *b)
{
    b->x = 1;
    a[1].x = 1;
    assert(b->x == 2); //~ error[assertion-failure]
}
