//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char path[16] = "/usr";
    strcat(path, "/local");
    strncat(path, "/binary", 4);
    return (int)strlen(path) - 14;
}
