//@ mode: check
#include <stdlib.h>

int main(int count, char **arguments)
{
    char *end;
    strtol("12", &end, count);
    return *end; //~ error[uninitialised-use]
}
