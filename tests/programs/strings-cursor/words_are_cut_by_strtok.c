// Every argument is copied and cut into words.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *copy = strdup(argv[i]);
        if (!copy)
            return 1;
        for (char *word = strtok(copy, " ,;"); word; word = strtok(NULL, " ,;"))
            printf("%s %zu\n", word, strlen(word));
        free(copy);
    }
    return 0;
}
