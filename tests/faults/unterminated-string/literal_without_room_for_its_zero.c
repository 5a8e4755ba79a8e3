//@ seen-by: asan
#include <stdio.h>
#include <stdlib.h>

static const char digits[4] = "1234";

int main(void)
{
    int value = atoi(digits); //~ error[unterminated-string]
    printf("%d\n", value);
    return 0;
}
