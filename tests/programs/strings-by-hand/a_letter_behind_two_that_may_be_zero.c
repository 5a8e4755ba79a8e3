// The second letter of an argument is looked at whatever the first is, and the third if the second is not a hyphen: it may be the zero at the end.
//@ mode: check
#include <stdio.h>

int main(int count, char **arguments)
{
    int flags = 0;
    for (arguments++, count--; arguments[0] && arguments[0][0] == '-'; count--, arguments++) {
        if (arguments[0][1] != '-' && arguments[0][2] == '\0') //~ error[out-of-bounds]
            flags++;
    }
    printf("%d\n", flags);
    return 0;
}
