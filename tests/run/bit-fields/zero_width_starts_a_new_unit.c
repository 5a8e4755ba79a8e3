#include <stdio.h>
#include <string.h>

struct together { unsigned a : 5; unsigned b : 5; };
struct apart { unsigned a : 5; unsigned : 0; unsigned b : 5; };
struct wide { unsigned char a : 5; unsigned char b : 5; unsigned c : 20; };
struct mixed { char c; unsigned f : 9; short s; unsigned long long g : 50; };
struct __attribute__((packed)) tight { unsigned a : 5; unsigned b : 30; unsigned char c : 6; };
struct named_bool { _Bool on : 1; _Bool off : 1; };
union either { unsigned three : 3; unsigned whole; };

int main(void)
{
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(struct together), sizeof(struct apart), sizeof(struct wide),
           sizeof(struct mixed), sizeof(struct tight), sizeof(struct named_bool));
    struct apart a;
    memset(&a, 0, sizeof a);
    a.a = 31;
    a.b = 17;
    unsigned words[2];
    memcpy(words, &a, sizeof words);
    printf("%x %x\n", words[0], words[1]);
    struct wide w;
    memset(&w, 0, sizeof w);
    w.a = 21;
    w.b = 30;
    w.c = 0xfffff;
    unsigned char bytes[sizeof(struct wide)];
    memcpy(bytes, &w, sizeof w);
    for (unsigned i = 0; i < sizeof w; i++)
        printf("%02x ", bytes[i]);
    struct tight t = { 3, 0x2aaaaaaa, 44 };
    printf("\n%u %u %u\n", t.a, t.b, t.c);
    struct mixed m = { 'm', 300, -7, 1ull << 49 };
    printf("%c %u %d %llx\n", m.c, m.f, m.s, (unsigned long long)m.g);
    union either e = { .whole = 0xfd };
    printf("%u\n", e.three);
    e.three = 2;
    printf("%x\n", e.whole);
    struct named_bool n = { 2, 0 };
    printf("%d %d\n", n.on, n.off);
    return 0;
}
