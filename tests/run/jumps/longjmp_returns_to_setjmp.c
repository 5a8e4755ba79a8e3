#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

static void deep(int n)
{
    if (n == 0)
        longjmp(place, 42);
    deep(n - 1);
    printf("not reached\n");
}

int main(void)
{
    volatile int visits = 0;
    int value = setjmp(place);
    visits++;
    printf("setjmp returned %d, visit %d\n", value, visits);
    if (value == 0)
        deep(5);
    if (visits < 4)
        longjmp(place, visits == 2 ? 0 : visits);
    printf("done after %d\n", visits);
    return visits;
}
