//@ mode: check
//@ options: 
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = strdup("one");
    text[0] = 'O'; //~ error[null-dereference]
    free(text);
    return 0;
}
