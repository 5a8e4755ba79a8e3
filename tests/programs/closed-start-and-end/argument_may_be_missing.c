//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>

int main(int count, char **arguments)
{
    (void)count;
    return atoi(arguments[1]) == 7; //~ error[null-dereference]
}
