//@ mode: check
#include <string.h>

int main(int count, char **arguments)
{
    char text[4];
    if (strxfrm(text, arguments[0], sizeof text) < sizeof text) {
        return (int)strlen(text);
    }
    return 0;
}
