//@ seen-by: ubsan
#include <limits.h>
#include <stdio.h>

int main(void)
{
    long long counter = LLONG_MAX - 2;
    while (counter > 0)
        counter++; //~ error[signed-overflow]
    printf("%lld\n", counter);
    return 0;
}
