//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("numbers", "r");
    if (file == NULL) {
        return 1;
    }
    fclose(file);
    return fgetc(file); //~ error[use-after-free]
}
