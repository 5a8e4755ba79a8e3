//@ mode: check
//@ options: --malloc-never-fails
#include <string.h>

int main(int count, char **arguments)
{
    size_t length = 0;
    arguments[0] = NULL;
    for (int i = 0; i < count; i++) {
        length += strlen(arguments[i]); //~ error[null-dereference]
    }
    return length > 0;
}
