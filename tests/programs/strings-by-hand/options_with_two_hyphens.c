// Letters of an argument are looked at one after the other: as long as none is zero there is another one.
//@ mode: check
#include <stdio.h>

int main(int count, char **arguments)
{
    int flags = 0;
    for (arguments++, count--; arguments[0] && arguments[0][0] == '-' && arguments[0][1]; count--, arguments++) {
        if (arguments[0][1] == '-' && arguments[0][2] == '\0') {
            arguments++;
            count--;
            break;
        }
        flags++;
    }
    printf("%d\n", flags);
    return 0;
}
