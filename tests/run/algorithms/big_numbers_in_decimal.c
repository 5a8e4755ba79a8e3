#include <stdio.h>
#include <string.h>

#define DIGITS 80

struct big { unsigned char d[DIGITS]; int n; };

static void set(struct big *b, unsigned value)
{
    memset(b, 0, sizeof *b);
    for (; value; value /= 10)
        b->d[b->n++] = value % 10;
}

static void multiply(struct big *b, unsigned factor)
{
    unsigned carry = 0;
    for (int i = 0; i < b->n || carry; i++) {
        carry += b->d[i] * factor;
        b->d[i] = carry % 10;
        carry /= 10;
        if (i >= b->n)
            b->n = i + 1;
    }
}

static void add(struct big *to, const struct big *b)
{
    int carry = 0;
    for (int i = 0; i < b->n || i < to->n || carry; i++) {
        carry += to->d[i] + b->d[i];
        to->d[i] = carry % 10;
        carry /= 10;
        if (i >= to->n)
            to->n = i + 1;
    }
}

static void print(const struct big *b)
{
    for (int i = b->n; i-- > 0;)
        putchar('0' + b->d[i]);
    putchar('\n');
}

int main(void)
{
    struct big factorial, a, b;
    set(&factorial, 1);
    for (unsigned i = 2; i <= 50; i++)
        multiply(&factorial, i);
    print(&factorial);
    set(&a, 0);
    set(&b, 1);
    for (int i = 0; i < 150; i++) {
        struct big next = a;
        add(&next, &b);
        a = b;
        b = next;
    }
    print(&a);
    return factorial.n;
}
