//@ seen-by: valgrind-leak
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = malloc(80); //~ note "allocated here"
    if (!line)
        return 1;
    snprintf(line, 80, "text %d", 5);
    puts(line);
    return 0; //~ error[memory-lost]
}
