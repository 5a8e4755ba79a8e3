#include <stdint.h>
#include <stdio.h>

union number {
    uint32_t word;
    uint16_t halves[2];
    uint8_t bytes[4];
    float real;
    struct { uint8_t low; uint8_t rest[3]; } parts;
};

struct tagged {
    enum { INTEGER, REAL, TEXT } kind;
    union { int i; double d; const char *s; };
};

static void show(struct tagged t)
{
    switch (t.kind) {
    case INTEGER: printf("integer %d\n", t.i); break;
    case REAL: printf("real %g\n", t.d); break;
    case TEXT: printf("text %s\n", t.s); break;
    }
}

int main(void)
{
    union number n = { 0x11223344 };
    printf("%x %x %x %x %x\n", n.halves[0], n.halves[1], n.bytes[0], n.bytes[3], n.parts.low);
    n.bytes[1] = 0xff;
    printf("%x\n", n.word);
    n.real = 1.0f;
    printf("%x %d\n", n.word, n.bytes[3]);
    n.word ^= 0x80000000u;
    printf("%g\n", n.real);
    union number copy = n;
    copy.parts.rest[1] = 0;
    printf("%g %g\n", copy.real, n.real);
    show((struct tagged){ INTEGER, .i = -5 });
    show((struct tagged){ REAL, .d = 2.5 });
    show((struct tagged){ TEXT, .s = "hello" });
    union { long long wide; int narrow; } u = { .wide = 0x123456789LL };
    printf("%d %zu\n", u.narrow, sizeof u);
    return 0;
}
