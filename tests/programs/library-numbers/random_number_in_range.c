//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <time.h>

int main(void)
{
    int values[6] = { 0 };
    srand((unsigned)time(NULL));
    return values[rand() % 6];
}
