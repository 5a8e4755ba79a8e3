#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t read_big_endian(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

static void write_little_endian(uint8_t *p, uint64_t value, int bytes)
{
    while (bytes--) {
        *p++ = value;
        value >>= 8;
    }
}

int main(void)
{
    uint32_t words[3] = { 0x01020304, 0xa0b0c0d0, 7 };
    uint8_t *bytes = (uint8_t *)words;
    for (unsigned i = 0; i < sizeof words; i++)
        printf("%02x", bytes[i]);
    printf("\n%08x\n", read_big_endian(bytes));
    bytes[4] = 0xff;
    printf("%08x\n", words[1]);
    uint8_t packet[12];
    write_little_endian(packet, 0x1122334455667788ull, 8);
    write_little_endian(packet + 8, words[0], 4);
    uint16_t half;
    uint64_t all;
    memcpy(&half, packet + 3, sizeof half);
    memcpy(&all, packet + 4, sizeof all);
    printf("%04x %016llx\n", half, (unsigned long long)all);
    short shorts[4] = { -1, 256, 0, 0x7fff };
    signed char *parts = (signed char *)shorts;
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += parts[i];
    printf("%d\n", sum);
    double d = -2.0;
    unsigned char *raw = (unsigned char *)&d;
    raw[7] &= 0x7f;
    printf("%g\n", d);
    return 0;
}
