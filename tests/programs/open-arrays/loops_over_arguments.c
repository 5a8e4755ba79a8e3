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

/*~ contract requires bytes -> char[size(bytes) bytes] {}; count <= size(bytes) ensures bytes -> char[size(bytes) bytes] {}
    requires count <= 0 ensures */
void clear(char *bytes, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = 0;
}

/*~ contract requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; 2*count <= size(to); 2*count <= size(from) ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] {}; 2*count <= size(from) ensures from -> short[size(from) bytes] {}
    requires count <= 0 ensures 
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); size(from) <= 2; 2 <= size(to); size(to) <= 2; count <= 1 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; n#1 = 2; n#2 = 2
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); size(from) <= 2; 3 <= size(to); count <= 1 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; n#1 = 2
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 1 <= count; 3 <= size(from); 2 <= size(to); size(to) <= 2; count <= 1 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}; n#1 = 2
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 1 <= count; 3 <= size(from); 3 <= size(to); count <= 1 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 2 <= count; 4 <= size(from); size(from) <= 4; 4 <= size(to); size(to) <= 4; count <= 2 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 2 <= count; 4 <= size(from); size(from) <= 4; 5 <= size(to); count <= 2 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 2 <= count; 5 <= size(from); 4 <= size(to); size(to) <= 4; count <= 2 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 2 <= count; 5 <= size(from); 5 <= size(to); count <= 2 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 3 <= count; 6 <= size(from); size(from) <= 6; 6 <= size(to); size(to) <= 6; count <= 3 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 3 <= count; 6 <= size(from); size(from) <= 6; 7 <= size(to); count <= 3 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 3 <= count; 7 <= size(from); 6 <= size(to); size(to) <= 6; count <= 3 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 3 <= count; 7 <= size(from); 7 <= size(to); count <= 3 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 4 <= count; 8 <= size(from); size(from) <= 8; 8 <= size(to); size(to) <= 8; count <= 4 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 4 <= count; 8 <= size(from); size(from) <= 8; 9 <= size(to); count <= 4 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 4 <= count; 9 <= size(from); 8 <= size(to); size(to) <= 8; count <= 4 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 4 <= count; 9 <= size(from); 9 <= size(to); count <= 4 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 5 <= count; 10 <= size(from); size(from) <= 10; 10 <= size(to); size(to) <= 10; count <= 5 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 5 <= count; 10 <= size(from); size(from) <= 10; 11 <= size(to); count <= 5 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 5 <= count; 11 <= size(from); 10 <= size(to); size(to) <= 10; count <= 5 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 5 <= count; 11 <= size(from); 11 <= size(to); count <= 5 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 6 <= count; 12 <= size(from); size(from) <= 12; 12 <= size(to); size(to) <= 12; count <= 6 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 6 <= count; 12 <= size(from); size(from) <= 12; 13 <= size(to); count <= 6 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 6 <= count; 13 <= size(from); 12 <= size(to); size(to) <= 12; count <= 6 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 6 <= count; 13 <= size(from); 13 <= size(to); count <= 6 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 7 <= count; 14 <= size(from); size(from) <= 14; 14 <= size(to); size(to) <= 14; count <= 7 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 7 <= count; 14 <= size(from); size(from) <= 14; 15 <= size(to); count <= 7 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 7 <= count; 15 <= size(from); 14 <= size(to); size(to) <= 14; count <= 7 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 7 <= count; 15 <= size(from); 15 <= size(to); count <= 7 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= size(to); 3 <= size(to); 2 <= count; 4 <= size(from); 5 <= size(from); 4 <= size(to); 5 <= size(to); 3 <= count; 6 <= size(from); 7 <= size(from); 6 <= size(to); 7 <= size(to); 4 <= count; 8 <= size(from); 9 <= size(from); 8 <= size(to); 9 <= size(to); 5 <= count; 10 <= size(from); 11 <= size(from); 10 <= size(to); 11 <= size(to); 6 <= count; 12 <= size(from); 13 <= size(from); 12 <= size(to); 13 <= size(to); 7 <= count; 14 <= size(from); 15 <= size(from); 14 <= size(to); 15 <= size(to); 8 <= count; 16 <= size(from); size(from) <= 16; 16 <= size(to); size(to) <= 16; count <= 8 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= size(to); 3 <= size(to); 2 <= count; 4 <= size(from); 5 <= size(from); 4 <= size(to); 5 <= size(to); 3 <= count; 6 <= size(from); 7 <= size(from); 6 <= size(to); 7 <= size(to); 4 <= count; 8 <= size(from); 9 <= size(from); 8 <= size(to); 9 <= size(to); 5 <= count; 10 <= size(from); 11 <= size(from); 10 <= size(to); 11 <= size(to); 6 <= count; 12 <= size(from); 13 <= size(from); 12 <= size(to); 13 <= size(to); 7 <= count; 14 <= size(from); 15 <= size(from); 14 <= size(to); 15 <= size(to); 8 <= count; 16 <= size(from); size(from) <= 16; 16 <= size(to); 17 <= size(to); count <= 8 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= size(to); 3 <= size(to); 2 <= count; 4 <= size(from); 5 <= size(from); 4 <= size(to); 5 <= size(to); 3 <= count; 6 <= size(from); 7 <= size(from); 6 <= size(to); 7 <= size(to); 4 <= count; 8 <= size(from); 9 <= size(from); 8 <= size(to); 9 <= size(to); 5 <= count; 10 <= size(from); 11 <= size(from); 10 <= size(to); 11 <= size(to); 6 <= count; 12 <= size(from); 13 <= size(from); 12 <= size(to); 13 <= size(to); 7 <= count; 14 <= size(from); 15 <= size(from); 14 <= size(to); 15 <= size(to); 8 <= count; 16 <= size(from); 17 <= size(from); 16 <= size(to); size(to) <= 16; count <= 8 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= size(to); 3 <= size(to); 2 <= count; 4 <= size(from); 5 <= size(from); 4 <= size(to); 5 <= size(to); 3 <= count; 6 <= size(from); 7 <= size(from); 6 <= size(to); 7 <= size(to); 4 <= count; 8 <= size(from); 9 <= size(from); 8 <= size(to); 9 <= size(to); 5 <= count; 10 <= size(from); 11 <= size(from); 10 <= size(to); 11 <= size(to); 6 <= count; 12 <= size(from); 13 <= size(from); 12 <= size(to); 13 <= size(to); 7 <= count; 14 <= size(from); 15 <= size(from); 14 <= size(to); 15 <= size(to); 8 <= count; 16 <= size(from); 17 <= size(from); 16 <= size(to); 17 <= size(to); count <= 8 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= size(to); 3 <= size(to); 2 <= count; 4 <= size(from); 5 <= size(from); 4 <= size(to); 5 <= size(to); 3 <= count; 6 <= size(from); 7 <= size(from); 6 <= size(to); 7 <= size(to); 4 <= count; 8 <= size(from); 9 <= size(from); 8 <= size(to); 9 <= size(to); 5 <= count; 10 <= size(from); 11 <= size(from); 10 <= size(to); 11 <= size(to); 6 <= count; 12 <= size(from); 13 <= size(from); 12 <= size(to); 13 <= size(to); 7 <= count; 14 <= size(from); 15 <= size(from); 14 <= size(to); 15 <= size(to); 8 <= count; 16 <= size(from); 17 <= size(from); 16 <= size(to); 17 <= size(to); 9 <= count; 18 <= size(from); size(from) <= 18; 18 <= size(to); size(to) <= 18; count <= 9 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to -> short[size(to) bytes] {}; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= size(to); 3 <= size(to); 2 <= count; 4 <= size(from); 5 <= size(from); 4 <= size(to); 5 <= size(to); 3 <= count; 6 <= size(from); 7 <= size(from); 6 <= size(to); 7 <= size(to); 4 <= count; 8 <= size(from); 9 <= size(from); 8 <= size(to); 9 <= size(to); 5 <= count; 10 <= size(from); 11 <= size(from); 10 <= size(to); 11 <= size(to); 6 <= count; 12 <= size(from); 13 <= size(from); 12 <= size(to); 13 <= size(to); 7 <= count; 14 <= size(from); 15 <= size(from); 14 <= size(to); 15 <= size(to); 8 <= count; 16 <= size(from); 17 <= size(from); 16 <= size(to); 17 <= size(to); 9 <= count; 18 <= size(from); size(from) <= 18; 18 <= size(to); 19 <= size(to); count <= 9 ensures to -> short[size(to) bytes] {}; from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); size(from) <= 2; count <= 1 ensures from -> short[size(from) bytes] {}; n#1 = 2
    requires to = from; from -> short[size(from) bytes] { *: *from }; 1 <= count; 3 <= size(from); count <= 1 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 2 <= count; 4 <= size(from); size(from) <= 4; count <= 2 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 2 <= count; 5 <= size(from); count <= 2 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 3 <= count; 6 <= size(from); size(from) <= 6; count <= 3 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 3 <= count; 7 <= size(from); count <= 3 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 4 <= count; 8 <= size(from); size(from) <= 8; count <= 4 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 4 <= count; 9 <= size(from); count <= 4 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 5 <= count; 10 <= size(from); size(from) <= 10; count <= 5 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 5 <= count; 11 <= size(from); count <= 5 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 6 <= count; 12 <= size(from); size(from) <= 12; count <= 6 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 6 <= count; 13 <= size(from); count <= 6 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 7 <= count; 14 <= size(from); size(from) <= 14; count <= 7 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 7 <= count; 15 <= size(from); count <= 7 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 8 <= count; 16 <= size(from); size(from) <= 16; count <= 8 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 8 <= count; 17 <= size(from); count <= 8 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 9 <= count; 18 <= size(from); size(from) <= 18; count <= 9 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 9 <= count; 19 <= size(from); count <= 9 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 10 <= count; 20 <= size(from); size(from) <= 20; count <= 10 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 10 <= count; 21 <= size(from); count <= 10 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 11 <= count; 22 <= size(from); size(from) <= 22; count <= 11 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 11 <= count; 23 <= size(from); count <= 11 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 12 <= count; 24 <= size(from); size(from) <= 24; count <= 12 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 12 <= count; 25 <= size(from); count <= 12 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 13 <= count; 26 <= size(from); size(from) <= 26; count <= 13 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 13 <= count; 27 <= size(from); count <= 13 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= count; 4 <= size(from); 5 <= size(from); 3 <= count; 6 <= size(from); 7 <= size(from); 4 <= count; 8 <= size(from); 9 <= size(from); 5 <= count; 10 <= size(from); 11 <= size(from); 6 <= count; 12 <= size(from); 13 <= size(from); 7 <= count; 14 <= size(from); 15 <= size(from); 8 <= count; 16 <= size(from); 17 <= size(from); 9 <= count; 18 <= size(from); 19 <= size(from); 10 <= count; 20 <= size(from); 21 <= size(from); 11 <= count; 22 <= size(from); 23 <= size(from); 12 <= count; 24 <= size(from); 25 <= size(from); 13 <= count; 26 <= size(from); 27 <= size(from); 14 <= count; 28 <= size(from); size(from) <= 28; count <= 14 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= count; 4 <= size(from); 5 <= size(from); 3 <= count; 6 <= size(from); 7 <= size(from); 4 <= count; 8 <= size(from); 9 <= size(from); 5 <= count; 10 <= size(from); 11 <= size(from); 6 <= count; 12 <= size(from); 13 <= size(from); 7 <= count; 14 <= size(from); 15 <= size(from); 8 <= count; 16 <= size(from); 17 <= size(from); 9 <= count; 18 <= size(from); 19 <= size(from); 10 <= count; 20 <= size(from); 21 <= size(from); 11 <= count; 22 <= size(from); 23 <= size(from); 12 <= count; 24 <= size(from); 25 <= size(from); 13 <= count; 26 <= size(from); 27 <= size(from); 14 <= count; 28 <= size(from); 29 <= size(from); count <= 14 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= count; 4 <= size(from); 5 <= size(from); 3 <= count; 6 <= size(from); 7 <= size(from); 4 <= count; 8 <= size(from); 9 <= size(from); 5 <= count; 10 <= size(from); 11 <= size(from); 6 <= count; 12 <= size(from); 13 <= size(from); 7 <= count; 14 <= size(from); 15 <= size(from); 8 <= count; 16 <= size(from); 17 <= size(from); 9 <= count; 18 <= size(from); 19 <= size(from); 10 <= count; 20 <= size(from); 21 <= size(from); 11 <= count; 22 <= size(from); 23 <= size(from); 12 <= count; 24 <= size(from); 25 <= size(from); 13 <= count; 26 <= size(from); 27 <= size(from); 14 <= count; 28 <= size(from); 29 <= size(from); 15 <= count; 30 <= size(from); size(from) <= 30; count <= 15 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= count; 4 <= size(from); 5 <= size(from); 3 <= count; 6 <= size(from); 7 <= size(from); 4 <= count; 8 <= size(from); 9 <= size(from); 5 <= count; 10 <= size(from); 11 <= size(from); 6 <= count; 12 <= size(from); 13 <= size(from); 7 <= count; 14 <= size(from); 15 <= size(from); 8 <= count; 16 <= size(from); 17 <= size(from); 9 <= count; 18 <= size(from); 19 <= size(from); 10 <= count; 20 <= size(from); 21 <= size(from); 11 <= count; 22 <= size(from); 23 <= size(from); 12 <= count; 24 <= size(from); 25 <= size(from); 13 <= count; 26 <= size(from); 27 <= size(from); 14 <= count; 28 <= size(from); 29 <= size(from); 15 <= count; 30 <= size(from); 31 <= size(from); count <= 15 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= count; 4 <= size(from); 5 <= size(from); 3 <= count; 6 <= size(from); 7 <= size(from); 4 <= count; 8 <= size(from); 9 <= size(from); 5 <= count; 10 <= size(from); 11 <= size(from); 6 <= count; 12 <= size(from); 13 <= size(from); 7 <= count; 14 <= size(from); 15 <= size(from); 8 <= count; 16 <= size(from); 17 <= size(from); 9 <= count; 18 <= size(from); 19 <= size(from); 10 <= count; 20 <= size(from); 21 <= size(from); 11 <= count; 22 <= size(from); 23 <= size(from); 12 <= count; 24 <= size(from); 25 <= size(from); 13 <= count; 26 <= size(from); 27 <= size(from); 14 <= count; 28 <= size(from); 29 <= size(from); 15 <= count; 30 <= size(from); 31 <= size(from); 16 <= count; 32 <= size(from); size(from) <= 32; count <= 16 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= count; 4 <= size(from); 5 <= size(from); 3 <= count; 6 <= size(from); 7 <= size(from); 4 <= count; 8 <= size(from); 9 <= size(from); 5 <= count; 10 <= size(from); 11 <= size(from); 6 <= count; 12 <= size(from); 13 <= size(from); 7 <= count; 14 <= size(from); 15 <= size(from); 8 <= count; 16 <= size(from); 17 <= size(from); 9 <= count; 18 <= size(from); 19 <= size(from); 10 <= count; 20 <= size(from); 21 <= size(from); 11 <= count; 22 <= size(from); 23 <= size(from); 12 <= count; 24 <= size(from); 25 <= size(from); 13 <= count; 26 <= size(from); 27 <= size(from); 14 <= count; 28 <= size(from); 29 <= size(from); 15 <= count; 30 <= size(from); 31 <= size(from); 16 <= count; 32 <= size(from); 33 <= size(from); count <= 16 ensures from -> short[size(from) bytes] {}
    requires to = from; from -> short[size(from) bytes] { *: *from }; 1 <= count; 2 <= size(from); 3 <= size(from); 2 <= count; 4 <= size(from); 5 <= size(from); 3 <= count; 6 <= size(from); 7 <= size(from); 4 <= count; 8 <= size(from); 9 <= size(from); 5 <= count; 10 <= size(from); 11 <= size(from); 6 <= count; 12 <= size(from); 13 <= size(from); 7 <= count; 14 <= size(from); 15 <= size(from); 8 <= count; 16 <= size(from); 17 <= size(from); 9 <= count; 18 <= size(from); 19 <= size(from); 10 <= count; 20 <= size(from); 21 <= size(from); 11 <= count; 22 <= size(from); 23 <= size(from); 12 <= count; 24 <= size(from); 25 <= size(from); 13 <= count; 26 <= size(from); 27 <= size(from); 14 <= count; 28 <= size(from); 29 <= size(from); 15 <= count; 30 <= size(from); 31 <= size(from); 16 <= count; 32 <= size(from); 33 <= size(from); 17 <= count; 34 <= size(from); size(from) <= 34; count <= 17 ensures from -> short[size(from) bytes] {} */
void copy(short *to, const short *from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i];
}

/*~ contract requires a -> int[size(a) bytes] { *: *a }; b -> int[size(b) bytes] {}; 4 <= size(a); size(a) <= 4; 4 <= size(b); size(b) <= 4 ensures a -> int[size(a) bytes] { *: m#1 }; b -> int[size(b) bytes] { *: *a }; -2^31 <= m#1; m#1 <= 2147483647
    requires a -> int[size(a) bytes] { *: *a }; b -> int[size(b) bytes] {}; 4 <= size(a); size(a) <= 4; 5 <= size(b) ensures a -> int[size(a) bytes] { *: m#1 }; b -> int[size(b) bytes] { *: *a }; -2^31 <= m#1; m#1 <= 2147483647
    requires a -> int[size(a) bytes] { *: *a }; b -> int[size(b) bytes] {}; 5 <= size(a); 4 <= size(b); size(b) <= 4 ensures a -> int[size(a) bytes] { *: m#1 }; b -> int[size(b) bytes] { *: *a }; -2^31 <= m#1; m#1 <= 2147483647
    requires a -> int[size(a) bytes] { *: *a }; b -> int[size(b) bytes] {}; 5 <= size(a); 5 <= size(b) ensures a -> int[size(a) bytes] { *: m#1 }; b -> int[size(b) bytes] { *: *a }; -2^31 <= m#1; m#1 <= 2147483647
    requires b = a; a -> int[size(a) bytes] { *: *a }; 4 <= size(a); size(a) <= 4 ensures a -> int[size(a) bytes] { *: *a }
    requires b = a; a -> int[size(a) bytes] { *: *a }; 5 <= size(a) ensures a -> int[size(a) bytes] { *: *a } */
void exchange(int *a, int *b)
{
    int old = *a;
    *a = *b;
    *b = old;
}
