#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t crc_table[256];

static void prepare(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        crc_table[i] = c;
    }
}

static uint32_t crc32(const void *data, size_t n)
{
    const uint8_t *p = data;
    uint32_t c = 0xffffffffu;
    while (n--)
        c = crc_table[(c ^ *p++) & 0xff] ^ c >> 8;
    return ~c;
}

static uint32_t adler32(const char *text)
{
    uint32_t a = 1, b = 0;
    for (; *text; text++) {
        a = (a + (uint8_t)*text) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static uint64_t fnv(const char *text)
{
    uint64_t h = 14695981039346656037ull;
    while (*text)
        h = (h ^ (uint8_t)*text++) * 1099511628211ull;
    return h;
}

static uint16_t fletcher(const char *text)
{
    uint8_t a = 0, b = 0;
    while (*text) {
        a = (a + *text++) % 255;
        b = (b + a) % 255;
    }
    return b << 8 | a;
}

int main(void)
{
    prepare();
    const char *texts[] = { "", "a", "123456789", "The quick brown fox jumps over the lazy dog" };
    for (int i = 0; i < 4; i++)
        printf("%08x %08x %016llx %04x\n", crc32(texts[i], strlen(texts[i])), adler32(texts[i]),
               (unsigned long long)fnv(texts[i]), fletcher(texts[i]));
    return crc32("123456789", 9) == 0xcbf43926u ? 0 : 1;
}
