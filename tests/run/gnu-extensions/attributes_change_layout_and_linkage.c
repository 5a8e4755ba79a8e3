#include <stdio.h>
#include <stddef.h>

static int implementation(int x) { return x + 1; }
int alias_name(int x) __attribute__((weak));
int alias_name(int x) { return implementation(x) * 2; }

typedef int word __attribute__((mode(SI)));
typedef int byte __attribute__((mode(QI)));
typedef struct { char c; word w; } __attribute__((packed)) tight;
struct aligned { char c; } __attribute__((aligned(32)));
struct member { char a; char b __attribute__((aligned(8))); short c; };

__attribute__((noinline, unused)) static int twice(int n) { return 2 * n; }
__attribute__((pure)) static int half(int n) { return n / 2; }
static inline __attribute__((always_inline)) int thrice(int n) { return 3 * n; }
extern int declared __attribute__((unused));
int declared = 5;
static int used __attribute__((used, section(".data"))) = 6;

#pragma pack(push, 2)
struct packed_by_pragma { char c; int i; };
#pragma pack(pop)

__extension__ typedef long long extended;

int main(void)
{
    printf("%d\n", alias_name(20));
    printf("%zu %zu %zu\n", sizeof(word), sizeof(byte), sizeof(tight));
    printf("%zu %zu\n", sizeof(struct aligned), _Alignof(struct aligned));
    printf("%zu %zu %zu\n", offsetof(struct member, b), offsetof(struct member, c), sizeof(struct member));
    printf("%zu %zu\n", sizeof(struct packed_by_pragma), offsetof(struct packed_by_pragma, i));
    printf("%d %d %d %d %d\n", twice(4), half(9), thrice(5), declared, used);
    int local __attribute__((aligned(64))) = 3;
    printf("%d %d\n", local, (int)((size_t)&local % 64));
    extended e = 1;
    tight t = { 'x', 77 };
    printf("%lld %d\n", e, t.w);
    switch (local) {
    case 3:
        local++;
        __attribute__((fallthrough));
    case 4:
        printf("fell %d\n", local);
    }
    return 0;
}
