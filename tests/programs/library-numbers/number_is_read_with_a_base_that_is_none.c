//@ mode: check
#include <stdlib.h>

int main(int count, char **arguments)
{
    char *end;
    strtol(count > 1 ? arguments[1] : "12", &end, 1);
    return *end; //~ error[uninitialised-use]
}
