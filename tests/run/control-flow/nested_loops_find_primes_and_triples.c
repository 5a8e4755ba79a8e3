#include <stdio.h>

int main(void)
{
    char composite[100] = { 0 };
    int count = 0;
    for (int i = 2; i < 100; i++) {
        if (composite[i])
            continue;
        count++;
        for (int j = i * i; j < 100; j += i)
            composite[j] = 1;
    }
    printf("%d primes\n", count);
    for (int a = 1; a < 25; a++)
        for (int b = a; b < 25; b++)
            for (int c = b; c < 25; c++)
                if (a * a + b * b == c * c)
                    printf("%d %d %d\n", a, b, c);
    for (int row = 1; row <= 4; row++) {
        for (int column = 0; column < 4 - row; column++)
            putchar(' ');
        for (int column = 0; column < 2 * row - 1; column++)
            putchar('*');
        putchar('\n');
    }
    int n = 27, steps = 0, highest = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        highest = n > highest ? n : highest;
        steps++;
    }
    printf("%d %d\n", steps, highest);
    return count;
}
