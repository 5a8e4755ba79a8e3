//@ mode: check
#include <string.h>

int main(int count, char **arguments)
{
    char text[4];
    strxfrm(text, arguments[0], sizeof text);
    return (int)strlen(text); //~ alarm[uninitialised-use]
}
