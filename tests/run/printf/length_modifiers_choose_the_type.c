#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    printf("%hhd %hhu %hd %hu\n", 300, 300, 70000, 70000);
    printf("%hhd %hhx\n", -1, -1);
    printf("%ld %lu %lx\n", -5L, 5UL, 0xabcdefUL);
    printf("%lld %llu %llx %llo\n", -5000000000LL, 18446744073709551615ULL, 0x123456789abcdefULL, 0777777777777ULL);
    printf("%zu %zd %td\n", (size_t)77, (ssize_t)-1, (ptrdiff_t)-9);
    printf("%jd %ju\n", (intmax_t)-3, (uintmax_t)3);
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRId64 " %" PRIuPTR "\n", (int8_t)-8, (uint16_t)65535, (uint32_t)0xfeedf00d,
           (int64_t)INT64_MIN, (uintptr_t)1234);
    printf("%c%c%c|%3c|%-3c|\n", 'a', 98, 'c' + 256, 'd', 'e');
    printf("%qd %Lg\n", 6LL, 1.5L);
    printf("%ld%%\n", 50L);
    return 0;
}
