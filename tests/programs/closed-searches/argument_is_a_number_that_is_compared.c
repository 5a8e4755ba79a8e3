// Only one number in the argument leads to the error: executions put there what it is compared with.
#include <stdlib.h>

int main(int argc, char **argv)
{
    char buffer[10];
    if (argc < 2)
        return 0;
    int count = atoi(argv[1]);
    if (count == 1234567)
        buffer[count] = 1; //~ error[out-of-bounds]
    return 0;
}
