#include <stdio.h>

struct s {
    unsigned narrow : 31;
    unsigned full : 32;
    unsigned long long twenty : 20;
    signed tiny : 2;
    enum color { RED, GREEN, BLUE } color : 2;
};

static int apply(struct s s)
{
    return s.tiny < 0 ? -(int)s.narrow : (int)s.narrow;
}

int main(void)
{
    struct s s = { 0, 0, 0, 0, RED };
    printf("%d %d\n", s.narrow - 1 < 0, s.full - 1 < 0);
    printf("%d\n", ~s.narrow < 0);
    s.twenty = 0xfffff;
    printf("%d\n", s.twenty + 1 > 0xfffff);
    s.color = BLUE;
    switch (s.color) {
    case RED: printf("red\n"); break;
    case GREEN: printf("green\n"); break;
    case BLUE: printf("blue\n"); break;
    }
    s.tiny = -2;
    s.narrow = 77;
    printf("%d\n", apply(s));
    struct s list[3] = { { 1, 2, 3, 1, GREEN }, { .color = BLUE }, { .tiny = -1, .twenty = 9 } };
    int total = 0;
    for (int i = 0; i < 3; i++)
        total += list[i].tiny * 100 + list[i].color * 10 + (int)list[i].twenty;
    printf("%d\n", total);
    return s.color;
}
