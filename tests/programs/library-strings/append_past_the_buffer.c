//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char path[16] = "/usr";
    strcat(path, "/local");
    strcat(path, "/binary"); //~ error[out-of-bounds]
    return 0;
}
