//@ mode: check
#include <stdint.h>

struct node { char byte; };

int main(void)
{
    int number;
    int *place = &number;
    struct node first, second;
    if ((uintptr_t)&first == (uintptr_t)&second) {
        place = 0;
    }
    *place = 1;
    return 0;
}
