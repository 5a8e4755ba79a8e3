//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char line[10];
    int numbers[10] = {0};
    if (fgets(line, sizeof line, stdin) == NULL) {
        return 0;
    }
    int index = atoi(line);
    if (index < 0) {
        return 1;
    }
    return numbers[index]; //~ error[out-of-bounds]
}
