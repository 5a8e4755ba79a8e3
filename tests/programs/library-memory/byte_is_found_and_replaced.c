//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char bytes[5] = { 1, 2, 3, 4, 5 };
    char *three = memchr(bytes, 3, sizeof bytes);
    if (three != NULL) {
        *three = 0;
    }
    return memcmp(bytes, "\1\2\0\4\5", 5);
}
