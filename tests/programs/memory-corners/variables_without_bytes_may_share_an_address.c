//@ mode: check
#include <stdint.h>

struct node {};

int main(void)
{
    int number;
    int *place = &number;
    struct node first, second;
    if ((uintptr_t)&first == (uintptr_t)&second) {
        place = 0;
    }
    *place = 1; //~ alarm[null-dereference]
    return 0;
}
