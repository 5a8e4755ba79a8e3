//@ seen-by: valgrind-leak
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *text = "abc";
    if (strlen(text) == 3)
        (void)strdup(text); //~ error[memory-lost]
    return 0;
}
