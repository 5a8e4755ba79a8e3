#include <stdio.h>

int main(void)
{
    unsigned char byte = 0x81;
    int negative = -256;
    unsigned u = 0x80000001u;
    unsigned long long wide = 1;
    short s = -3;

    printf("%d %d\n", byte << 1, byte >> 1);
    printf("%d %d %d\n", negative >> 1, negative >> 8, negative >> 31);
    printf("%u %u %u\n", u << 1, u >> 1, u >> 31);
    printf("%llu %llu\n", wide << 40, wide << 63);
    printf("%llx\n", (wide << 63) >> 32);
    printf("%d\n", s >> 1);
    printf("%lld\n", (long long)negative >> 4);
    printf("%d\n", 1 << 2L);
    for (int i = 0; i < 32; i += 5)
        printf("%x ", 0xdeadbeefu >> i | 0xdeadbeefu << (31 - i));
    printf("\n");
    u <<= 4;
    u >>= 2;
    negative >>= 3;
    printf("%u %d\n", u, negative);
    return 0;
}
