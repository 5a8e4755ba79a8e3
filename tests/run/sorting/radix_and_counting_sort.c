#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void radix(uint32_t *a, int n)
{
    uint32_t other[64], *from = a, *to = other;
    for (int shift = 0; shift < 32; shift += 8) {
        int starts[257] = { 0 };
        for (int i = 0; i < n; i++)
            starts[(from[i] >> shift & 0xff) + 1]++;
        for (int i = 0; i < 256; i++)
            starts[i + 1] += starts[i];
        for (int i = 0; i < n; i++)
            to[starts[from[i] >> shift & 0xff]++] = from[i];
        uint32_t *t = from;
        from = to;
        to = t;
    }
    if (from != a)
        memcpy(a, from, n * sizeof *a);
}

static void count_letters(char *text)
{
    int counts[128] = { 0 };
    for (char *p = text; *p; p++)
        counts[(int)*p]++;
    for (int c = 0; c < 128; c++)
        while (counts[c]--)
            *text++ = c;
}

int main(void)
{
    uint32_t a[40];
    for (uint32_t i = 0; i < 40; i++)
        a[i] = (i + 1) * 2654435761u ^ i << 7;
    radix(a, 40);
    int good = 1;
    for (int i = 1; i < 40; i++)
        good &= a[i - 1] < a[i];
    printf("%d %08x %08x\n", good, a[0], a[39]);
    char text[] = "sphinx of black quartz";
    count_letters(text);
    printf("%s\n", text);
    return 0;
}
