//@ mode: check
// Whether the number of the last error is read before or after the call is not said.
#include <errno.h>
#include <stdio.h>

static int difference(int error, int is_open)
{
    return 8 / (1 - error + is_open); //~ error[division-by-zero]
}

int main(void)
{
    errno = 1;
    return difference(errno, fopen("/nonexistent/file", "r") == 0 ? 0 : 1);
}
