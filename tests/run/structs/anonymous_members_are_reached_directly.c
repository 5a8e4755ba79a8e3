#include <stddef.h>
#include <stdio.h>

struct event {
    int kind;
    union {
        struct { int x, y; };
        struct { char key; unsigned modifiers; };
        char raw[8];
    };
    struct {
        union { int low; char first; };
        int high;
    };
};

int main(void)
{
    struct event e = { 1, { { 3, 4 } }, { { 5 }, 6 } };
    printf("%d %d %d %d %d\n", e.kind, e.x, e.y, e.low, e.high);
    e.raw[0] = 'k';
    e.modifiers = 0x0102;
    printf("%c %d\n", e.key, e.y);
    e.first = 9;
    printf("%d\n", e.low);
    struct event f = { .key = 'q', .modifiers = 7, .kind = 2, .high = 8 };
    printf("%d %c %u %d %d\n", f.kind, f.key, f.modifiers, f.low, f.high);
    printf("%d\n", offsetof(struct event, y) == offsetof(struct event, modifiers));
    int *p = &f.high;
    *p += 10;
    printf("%d %zu\n", f.high, sizeof(struct event));
    return 0;
}
