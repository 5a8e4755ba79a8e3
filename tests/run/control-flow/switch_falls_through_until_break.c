#include <stdio.h>

static const char *describe(int n)
{
    switch (n) {
    case 0:
        return "zero";
    case 1:
    case 3:
    case 5:
        return "small odd";
    default:
        return "other";
    case -1:
        return "minus one";
    }
}

int main(void)
{
    for (int i = -2; i < 7; i++)
        printf("%d %s\n", i, describe(i));
    for (int i = 0; i < 5; i++) {
        int steps = 0;
        switch (i) {
        case 0:
            steps++;
        case 1:
            steps += 10;
        case 2:
            steps += 100;
            break;
        case 3: {
            int inner = i * 2;
            steps = inner;
        }
        }
        printf("%d: %d\n", i, steps);
    }
    switch (2) {
        printf("never\n");
    case 2:
        printf("two\n");
    }
    switch (9)
    case 9:
        printf("single\n");
    unsigned char c = 255;
    switch (c) {
    case -1:
        printf("signed\n");
        break;
    case 255:
        printf("unsigned\n");
    }
    switch (1LL << 40) {
    case 0: printf("truncated\n"); break;
    case 1LL << 40: printf("wide\n");
    }
    return 0;
}
