#include <stdio.h>

static int calls;

static int say(int value)
{
    printf("[%d]", value);
    calls++;
    return value;
}

int main(void)
{
    int r;
    r = say(0) && say(1);
    printf(" %d\n", r);
    r = say(1) && say(2) && say(0) && say(9);
    printf(" %d\n", r);
    r = say(0) || say(0) || say(7) || say(9);
    printf(" %d\n", r);
    r = say(0) || (say(1) && say(0));
    printf(" %d\n", r);
    r = say(1) ? say(2) : say(3);
    printf(" %d\n", r);
    r = (say(4), say(5));
    printf(" %d\n", r);
    r = say(0) ?: say(6);
    printf(" %d\n", r);
    int *p = 0;
    if (p && *p)
        printf("unreachable\n");
    int i = 3;
    while (i && say(i--))
        ;
    printf(" %d calls\n", calls);
    return calls;
}
