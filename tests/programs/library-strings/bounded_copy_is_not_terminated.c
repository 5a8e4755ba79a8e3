//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char short_name[4];
    strncpy(short_name, "a long name", sizeof short_name);
    return (int)strlen(short_name); //~ error[unterminated-string]
}
