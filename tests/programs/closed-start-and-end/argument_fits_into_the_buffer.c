//@ mode: check
//@ options: --malloc-never-fails
#include <string.h>

int main(int count, char **arguments)
{
    char name[16];
    if (count < 2 || strlen(arguments[1]) >= sizeof name) {
        return 1;
    }
    strcpy(name, arguments[1]);
    return 0;
}
