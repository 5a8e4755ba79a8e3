#include <ctype.h>
#include <stdio.h>

static int (*const classify)(int) = isalpha;

int main(void)
{
    int letters = 0;
    for (int c = 'a'; c < 100000; c *= 10)
        letters += classify(c) != 0; //~ error[bad-argument]
    printf("%d\n", letters);
    return 0;
}
