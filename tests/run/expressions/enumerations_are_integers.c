#include <stdio.h>

enum color { RED, GREEN = 5, BLUE, ALIAS = GREEN, NEGATIVE = -3, LAST };
enum flags { READ = 1 << 0, WRITE = 1 << 1, EXECUTE = 1 << 2, ALL = READ | WRITE | EXECUTE };

static const char *const names[] = { [RED] = "red", [GREEN] = "green", [BLUE] = "blue" };

static enum flags without(enum flags f, enum flags bit)
{
    return f & ~bit;
}

int main(void)
{
    printf("%d %d %d %d %d %d\n", RED, GREEN, BLUE, ALIAS, NEGATIVE, LAST);
    enum color c = GREEN;
    c++;
    printf("%s %zu\n", names[c], sizeof(enum color));
    for (enum color i = RED; i <= BLUE; i++)
        if (names[i])
            printf("%s ", names[i]);
    printf("\n%d %d\n", without(ALL, WRITE), ALL & EXECUTE ? 1 : 0);
    enum { LOCAL = sizeof(names) / sizeof(names[0]), NEXT } local = NEXT;
    printf("%d %d\n", LOCAL, local);
    int array[LOCAL] = { [BLUE] = 1 };
    printf("%d\n", array[6]);
    {
        enum { RED = 100 };
        printf("%d\n", RED);
    }
    printf("%d\n", (int)RED - 1 < 0);
    return LAST + 3;
}
