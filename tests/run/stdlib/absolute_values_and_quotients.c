#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%d %d %ld %lld\n", abs(-5), abs(7), labs(-100000L), llabs(-(1LL << 50)));
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(17, -5);
    lldiv_t ll = lldiv(1LL << 40, 1000);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    printf("%d\n", abs(INT_MIN + 1) == INT_MAX);
    printf("%d %d\n", EXIT_SUCCESS, EXIT_FAILURE);
    srand(5);
    int first = rand(), in_range = 1;
    for (int i = 0; i < 100; i++) {
        int r = rand();
        in_range &= r >= 0 && r <= RAND_MAX;
    }
    srand(5);
    printf("%d %d\n", in_range, rand() == first);
    printf("%d\n", getenv("BESOM_TEST_VARIABLE_THAT_IS_NOT_SET") == NULL);
    return EXIT_FAILURE;
}
