#include <stdio.h>

int main(void)
{
    int numerators[] = { 7, -7, 0, 1, -1, 2147483647, -2147483647 };
    int denominators[] = { 2, -2, 3, -3, 1, -1, 2147483647 };
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 7; j++) {
            int q = numerators[i] / denominators[j], r = numerators[i] % denominators[j];
            printf("%d/%d=%d r %d%s\n", numerators[i], denominators[j], q, r,
                   q * denominators[j] + r == numerators[i] ? "" : " wrong");
        }
    }
    long long big = -9223372036854775807LL - 1;
    printf("%lld %lld\n", big / 10, big % 10);
    printf("%llu %llu\n", (unsigned long long)big / 10, (unsigned long long)big % 10);
    printf("%u %u\n", -7u / 2u, -7u % 2u);
    return 0;
}
