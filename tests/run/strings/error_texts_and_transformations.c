#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char buffer[8];
    size_t n = strxfrm(buffer, "abc", sizeof buffer);
    printf("%zu %s\n", n, buffer);
    errno = 0;
    long value = strtol("99999999999999999999", NULL, 10);
    printf("%d %d\n", value > 0, errno == ERANGE);
    errno = 0;
    (void)strtol("12", NULL, 10);
    printf("%d\n", errno);
    printf("%d\n", strlen(strerror(0)) > 0);
    return 0;
}
