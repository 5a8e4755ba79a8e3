#include <limits.h>
#include <stdio.h>

int main(void)
{
    int values[] = { 0, 1, -1, 42, -12345, INT_MAX, INT_MIN };
    for (int i = 0; i < 7; i++) {
        int v = values[i];
        printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.4d] [%-8.4d] [%+08d]\n", v, v, v, v, v, v, v, v, v, v);
        printf("[%u] [%o] [%x] [%X] [%#o] [%#x] [%#X] [%08x] [%#10x] [%-#10x] [%.6x] [%i]\n", v, v, v, v, v, v, v, v, v, v, v, v);
    }
    printf("[%.0d] [%.0u] [%5.0d] [%#.0o] [%.d]\n", 0, 0, 0, 0, 0);
    printf("[%*d] [%-*d] [%*d] [%.*d] [%*.*d]\n", 6, 42, 6, 42, -6, 42, 4, 42, 8, 3, 42);
    printf("[%.*d]\n", -1, 42);
    printf("[% 5d] [%+5d] [%- 5d] [%-+5d]\n", 42, 42, 42, 42);
    printf("[%0*d] [%+.3d] [% .3d]\n", 7, -42, 5, 5);
    printf("[%-05d] [%+ d]\n", 3, 3);
    return 0;
}
