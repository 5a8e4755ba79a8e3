//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("numbers", "r");
    if (file == NULL) {
        return 1;
    }
    char line[80];
    while (fgets(line, sizeof line, file) != NULL) {
        fputs(line, stdout);
    }
    fclose(file);
    return 0;
}
