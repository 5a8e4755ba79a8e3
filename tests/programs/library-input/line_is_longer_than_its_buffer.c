//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    char line[32];
    if (fgets(line, 64, stdin) == NULL) { //~ error[out-of-bounds]
        return 0;
    }
    return line[0];
}
