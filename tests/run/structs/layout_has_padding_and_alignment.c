#include <stddef.h>
#include <stdio.h>

struct a { char c; short s; char d; int i; char e; };
struct b { char c; double d; };
struct c { char c; long long l; char t; };
struct d { struct b inner; char after; };
struct __attribute__((packed)) e { char c; int i; short s; };
struct f { char c; int i __attribute__((aligned(16))); };
struct g { char c; struct e packed; long l; };
union u { char bytes[5]; short s; int i; };

#define SIZE(type) printf(#type " %zu %zu\n", sizeof(type), _Alignof(type))

int main(void)
{
    SIZE(struct a);
    SIZE(struct b);
    SIZE(struct c);
    SIZE(struct d);
    SIZE(struct e);
    SIZE(struct f);
    SIZE(struct g);
    SIZE(union u);
    SIZE(long double);
    printf("%zu %zu %zu %zu\n", offsetof(struct a, s), offsetof(struct a, d), offsetof(struct a, i), offsetof(struct a, e));
    printf("%zu %zu %zu\n", offsetof(struct b, d), offsetof(struct c, l), offsetof(struct c, t));
    printf("%zu %zu %zu\n", offsetof(struct e, i), offsetof(struct f, i), offsetof(struct g, l));
    struct e packed = { 1, 0x01020304, 5 };
    unsigned char *bytes = (unsigned char *)&packed;
    for (size_t i = 0; i < sizeof packed; i++)
        printf("%d ", bytes[i]);
    printf("\n");
    struct a array[3];
    printf("%td\n", (char *)&array[2] - (char *)&array[0]);
    return 0;
}
