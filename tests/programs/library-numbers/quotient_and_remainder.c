//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

int main(void)
{
    int numbers[4] = {0};
    div_t both = div(7, 2);
    ldiv_t long_ones = ldiv(-7, 2);
    return numbers[both.quot] + numbers[-long_ones.rem] + numbers[both.rem];
}
