// What is compared is not what stands in the argument: the replay writes the number that a model gives.
#include <stdlib.h>

int main(int argc, char **argv)
{
    char buffer[1000];
    if (argc < 2)
        return 0;
    long place = strtol(argv[1], NULL, 16);
    if (place > 0 && place < 1000000 && place * 7 + 3 == 58320)
        buffer[place] = 1; //~ error[out-of-bounds]
    return 0;
}
