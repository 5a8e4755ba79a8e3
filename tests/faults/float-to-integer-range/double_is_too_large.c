//@ seen-by: ubsan
#include <stdio.h>

int main(void)
{
    double seconds = 1e6;
    for (int i = 0; i < 3; i++) {
        int milliseconds = (int)(seconds * 1000); //~ error[float-to-integer-range]
        printf("%d\n", milliseconds);
        seconds *= 2;
    }
    return 0;
}
