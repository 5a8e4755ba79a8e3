//@ mode: check
#include <stdio.h>

int main(int count, char **arguments)
{
    int number;
    int place;
    if (count > 1 && sscanf(arguments[1], "%dabc%n", &number, &place) == 1) {
        return place > 3; //~ error[uninitialised-use]
    }
    return 0;
}
