//@ mode: check
#include <malloc.h>

int main(void)
{
    memalign(24, 100);
    return 0; //~ alarm[memory-lost]
}
