#include <stdio.h>

static int classify(int n)
{
    static const int offsets[] = { &&zero - &&zero, &&one - &&zero, &&many - &&zero };
    goto *(&&zero + offsets[n > 2 ? 2 : n]);
zero:
    return 100;
one:
    return 200;
many:
    return 300 + n;
}

static int walk(void)
{
    void *states[] = { &&start, &&middle, &&stop };
    int state = 0, visits = 0;
    goto *states[state];
start:
    visits += 1;
    state = 1;
    goto *states[state];
middle:
    visits += 10;
    if (visits > 40)
        state = 2;
    goto *states[state];
stop:
    return visits;
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        printf("%d\n", classify(i == 2 ? 3 : i));
    printf("%d\n", walk());
    return 0;
}
