#include <stdio.h>

int main(void)
{
    int status;
    puts("done");
    return status; //~ error[uninitialised-use]
}
