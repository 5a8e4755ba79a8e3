//@ mode: check
//@ options: --malloc-never-fails
#include <string.h>

int main(int count, char **arguments)
{
    if (count < 2) {
        return 0;
    }
    arguments[1][strlen(arguments[1])] = 'x';
    int length = 0;
    for (int i = 1; i < count; i++) {
        length += strlen(arguments[i]); //~ error[unterminated-string]
    }
    return length;
}
