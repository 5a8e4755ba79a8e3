//@ mode: check
//@ options: --malloc-never-fails
#include <string.h>

int main(int count, char **arguments)
{
    char name[16];
    if (count < 2) {
        return 1;
    }
    strcpy(name, arguments[1]); //~ error[out-of-bounds]
    return 0;
}
