//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *path = "besom";
    const char *last = strrchr(path, '/');
    return last[1]; //~ error[null-dereference]
}
