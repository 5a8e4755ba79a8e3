#include <stdio.h>
#include <string.h>

int main(void)
{
    char block[8];
    size_t n, total = 0;
    unsigned sum = 0;
    while ((n = fread(block, 1, sizeof block, stdin)) > 0) {
        total += n;
        for (size_t i = 0; i < n; i++)
            sum = sum * 31 + (unsigned char)block[i];
        printf("%zu ", n);
    }
    printf("\n%zu %08x %d\n", total, sum, feof(stdin) != 0);
    printf("%zu\n", fread(block, 4, 2, stdin));
    return 0;
}
