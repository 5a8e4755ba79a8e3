//@ mode: check
#include <time.h>
#include <unistd.h>

int main(void)
{
    int table[8] = { 0 };
    time_t now = time(NULL);
    clock_t used = clock();
    unsigned rest = sleep(1);
    return table[now & 7] + table[used & 7] + table[rest % 8];
}
