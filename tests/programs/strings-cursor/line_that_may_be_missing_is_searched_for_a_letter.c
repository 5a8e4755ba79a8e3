// Where a line was read and where none was, memory holds a string; the end of it is looked for in each round.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *data = malloc(100);
    if (!data)
        return 1;
    data[0] = 0;
    size_t length = strlen(data);
    if (100 - length > 1) {
        if (fgets(data + length, (int)(100 - length), stdin) != NULL) {
            length = strlen(data);
            if (length > 0 && data[length - 1] == '\n')
                data[length - 1] = 0;
        } else {
            data[length] = 0;
        }
    }
    for (size_t i = 0; i < strlen(data); i++) {
        if (data[i] == 'S') {
            puts("found");
            break;
        }
    }
    free(data);
    return 0;
}
