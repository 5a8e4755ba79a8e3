#include <limits.h>
#include <stdio.h>

static int likely(int n)
{
    if (__builtin_expect(n > 10, 0))
        return 1;
    return 0;
}

int main(void)
{
    unsigned values[] = { 1, 2, 0x80000000u, 0xff00ff00u, 12345, UINT_MAX };
    for (int i = 0; i < 6; i++) {
        unsigned v = values[i];
        printf("%d %d %d %d %d %x\n", __builtin_clz(v), __builtin_ctz(v), __builtin_popcount(v), __builtin_ffs(v),
               __builtin_parity(v), __builtin_bswap32(v));
    }
    printf("%d %d %d\n", __builtin_clzll(1ull << 40), __builtin_ctzll(1ull << 40), __builtin_popcountll(~0ull));
    printf("%x %llx\n", __builtin_bswap16(0x1234), (unsigned long long)__builtin_bswap64(0x0102030405060708ull));
    int r;
    printf("%d", __builtin_add_overflow(INT_MAX, 1, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_sub_overflow(5, 7, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_mul_overflow(1 << 20, 1 << 12, &r));
    printf(" %d\n", r);
    unsigned char narrow;
    printf("%d", __builtin_add_overflow(200, 100, &narrow));
    printf(" %d\n", narrow);
    long long wide;
    printf("%d", __builtin_mul_overflow(INT_MAX, INT_MAX, &wide));
    printf(" %lld\n", wide);
    unsigned u;
    printf("%d", __builtin_usub_overflow(3, 4, &u));
    printf(" %u\n", u);
    printf("%d %d\n", likely(5), likely(50));
    printf("%d\n", __builtin_abs(-9) + (int)__builtin_strlen("four"));
    printf("%d %d\n", __builtin_ffs(0), __builtin_ffsll(1ll << 33));
    return 0;
}
