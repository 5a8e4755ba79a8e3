#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t constants[64], initial[8];

static uint32_t fraction(int prime, int cube)
{
    /* The first 32 bits of the fractional part of a root, by integer bisection. */
    unsigned long long low = 0, high = 1ull << 36;
    while (high - low > 1) {
        unsigned long long middle = (low + high) / 2;
        long double x = (long double)middle / 4294967296.0L;
        if ((cube ? x * x * x : x * x) <= prime)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void block(uint32_t *h, const uint8_t *p)
{
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++, p += 4)
        w[i] = (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7]
             + (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t a = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25))
                   + ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + w[i];
        uint32_t b = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += a;
        v[0] = a + b;
    }
    for (int i = 0; i < 8; i++)
        h[i] += v[i];
}

static void sha256(const char *text)
{
    uint8_t buffer[64] = { 0 };
    uint32_t h[8];
    size_t n = strlen(text);
    memcpy(h, initial, sizeof h);
    memcpy(buffer, text, n);
    buffer[n] = 0x80;
    buffer[62] = n * 8 >> 8;
    buffer[63] = n * 8;
    block(h, buffer);
    for (int i = 0; i < 8; i++)
        printf("%08x", h[i]);
    printf("\n");
}

int main(void)
{
    int count = 0;
    for (int n = 2; count < 64; n++) {
        int prime = 1;
        for (int d = 2; d * d <= n; d++)
            prime &= n % d != 0;
        if (!prime)
            continue;
        if (count < 8)
            initial[count] = fraction(n, 0);
        constants[count++] = fraction(n, 1);
    }
    sha256("");
    sha256("abc");
    sha256("The quick brown fox jumps over the lazy dog");
    return 0;
}
