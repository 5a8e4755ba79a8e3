#include <stdint.h>
#include <stdio.h>

#define UNITS 64
#define UNIT 8

static uint64_t map;
static _Alignas(8) char memory[UNITS * UNIT];

static void *take(unsigned bytes)
{
    unsigned units = (bytes + UNIT - 1) / UNIT;
    uint64_t mask = units >= 64 ? ~0ull : (1ull << units) - 1;
    for (unsigned at = 0; at + units <= UNITS; at++)
        if (!(map & mask << at)) {
            map |= mask << at;
            return memory + at * UNIT;
        }
    return 0;
}

static void give(void *p, unsigned bytes)
{
    unsigned units = (bytes + UNIT - 1) / UNIT;
    unsigned at = ((char *)p - memory) / UNIT;
    map &= ~((units >= 64 ? ~0ull : (1ull << units) - 1) << at);
}

int main(void)
{
    double *a = take(sizeof *a * 10);
    int *b = take(sizeof *b * 3);
    char *c = take(1);
    for (int i = 0; i < 10; i++)
        a[i] = i * 1.5;
    b[0] = b[1] = b[2] = 7;
    *c = 'c';
    printf("%016llx %td %td\n", (unsigned long long)map, (char *)b - memory, c - memory);
    give(b, sizeof *b * 3);
    printf("%016llx\n", (unsigned long long)map);
    char *d = take(9), *e = take(9), *f = take(8 * 50);
    printf("%td %td %d\n", d - memory, e - memory, f == 0);
    printf("%g %c\n", a[9], *c);
    give(a, 80);
    give(c, 1);
    give(d, 9);
    give(e, 9);
    printf("%llu\n", (unsigned long long)map);
    return take(UNITS * UNIT) == memory && take(1) == 0 ? 0 : 1;
}
