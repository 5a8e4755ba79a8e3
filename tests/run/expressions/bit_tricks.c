#include <stdint.h>
#include <stdio.h>

static uint32_t reverse_bits(uint32_t v)
{
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    v = (v >> 8 & 0x00ff00ff) | (v & 0x00ff00ff) << 8;
    return v >> 16 | v << 16;
}

static int population(uint64_t v)
{
    int n = 0;
    for (; v; v &= v - 1)
        n++;
    return n;
}

static uint32_t next_power_of_two(uint32_t v)
{
    v--;
    v |= v >> 1;
    v |= v >> 2;
    v |= v >> 4;
    v |= v >> 8;
    v |= v >> 16;
    return v + 1;
}

static uint32_t rotate(uint32_t v, unsigned n)
{
    return v << (n & 31) | v >> (-n & 31);
}

int main(void)
{
    uint32_t values[] = { 1, 2, 0x12345678, 0x80000000u, 0xfffffffeu, 1000 };
    for (int i = 0; i < 6; i++) {
        uint32_t v = values[i];
        printf("%08x %d %u %08x %d %x\n", reverse_bits(v), population(v), next_power_of_two(v & 0xffff),
               rotate(v, 12), (v & -v) == v, v ^ v >> 1);
    }
    printf("%d\n", population(0xfedcba9876543210u));
    int x = 12, y = 99;
    x ^= y;
    y ^= x;
    x ^= y;
    printf("%d %d\n", x, y);
    return 0;
}
