// Arrays that come in through parameters, with their length.
#include <stddef.h>

/*~ contract */
int sum(const int *numbers, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

/*~ contract */
void clear(char *bytes, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = 0;
}

/*~ contract */
void copy(short *to, const short *from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i];
}

/*~ contract */
void exchange(int *a, int *b)
{
    int old = *a;
    *a = *b;
    *b = old;
}
