// Arrays that come in through parameters, with their length.
#include <stddef.h>

/*~ contract requires numbers -> int[size(numbers) bytes] {}; 4*count <= size(numbers) ensures result = n#1; numbers -> int[size(numbers) bytes] {}
    requires count <= 0 ensures result = 0 */
int sum(const int *numbers, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

/*~ contract requires bytes -> char[size(bytes) bytes] {}; count <= size(bytes) ensures bytes -> char[size(bytes) bytes] {}; count = 0 or bytes -> char[size(bytes) bytes] { 0..n#1: 0 }; 1 <= n#1; count = n#1
    requires count = 0 ensures */
void clear(char *bytes, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = 0;
}

/*~ contract requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires count <= 0 ensures */
void copy(short *to, const short *from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i];
}

/*~ contract requires a -> int { *: *a }; b -> int { *: *b } ensures a -> int { *: *b }; b -> int { *: *a }
    requires b = a; a -> int { *: *a } ensures a -> int { *: *a } */
void exchange(int *a, int *b)
{
    int old = *a;
    *a = *b;
    *b = old;
}
