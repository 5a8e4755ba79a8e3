#include <stdio.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int moves;

static void hanoi(int n, char from, char to, char via)
{
    if (n == 0)
        return;
    hanoi(n - 1, from, via, to);
    moves++;
    if (n >= 3)
        printf("%d:%c%c ", n, from, to);
    hanoi(n - 1, via, to, from);
}

static unsigned long long fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int gcd(int a, int b)
{
    return b ? gcd(b, a % b) : a;
}

static void binary(unsigned n)
{
    if (n > 1)
        binary(n / 2);
    putchar('0' + n % 2);
}

int main(void)
{
    printf("%d %d\n", is_even(100), is_odd(100));
    printf("%u\n", ackermann(2, 5));
    hanoi(5, 'A', 'C', 'B');
    printf("%d\n", moves);
    printf("%llu %d\n", fibonacci(17), gcd(1071, 462));
    binary(1234);
    putchar('\n');
    return moves;
}
