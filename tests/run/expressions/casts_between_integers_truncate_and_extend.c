#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int64_t values[] = { 0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536,
                         2147483647, 2147483648LL, -2147483648LL, 4294967295LL, 4294967296LL,
                         INT64_MAX, INT64_MIN };
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        int64_t v = values[i];
        printf("%lld: %d %d %d %d %d %u %d\n", (long long)v, (int8_t)v, (uint8_t)v, (int16_t)v,
               (uint16_t)v, (int32_t)v, (uint32_t)v, (_Bool)v);
    }
    printf("%lld\n", (long long)(int8_t)0x80);
    printf("%llu\n", (unsigned long long)(int8_t)0x80);
    printf("%u\n", (unsigned)(uint16_t)(int8_t)-2);
    printf("%d\n", (int)(char)0xe9 == (int)(signed char)0xe9);
    return 0;
}
