//@ mode: check
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t room = 4;
    size_t used = 0;
    char *letters = malloc(room);
    int letter;
    if (letters == NULL) {
        return 1;
    }
    while ((letter = getchar()) != EOF) {
        if (used > room) {
            char *larger = realloc(letters, room * 2);
            if (larger == NULL) {
                free(letters);
                return 1;
            }
            letters = larger;
            room *= 2;
        }
        letters[used++] = (char)letter; //~ error[out-of-bounds]
    }
    free(letters);
    return 0;
}
