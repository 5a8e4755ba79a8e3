//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char line[] = "one two  three";
    int letters = 0;
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
        letters += (int)strlen(word);
    }
    int *counted = malloc(sizeof *counted);
    if (letters == 11) {
        free(counted);
    } else {
        free(counted);
        free(counted);
    }
    return 0;
}
