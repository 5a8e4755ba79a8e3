#include <stdio.h>

#define BEGIN(state) switch (state) { case 0:
#define YIELD(state, value) do { state = __LINE__; return value; case __LINE__:; } while (0)
#define END(state, value) } state = -1; return value

struct generator { int state, i, a, b; };

static int fibonacci(struct generator *g)
{
    BEGIN(g->state);
    g->a = 0;
    g->b = 1;
    for (g->i = 0; g->i < 10; g->i++) {
        YIELD(g->state, g->a);
        int next = g->a + g->b;
        g->a = g->b;
        g->b = next;
    }
    END(g->state, -1);
}

static int zigzag(struct generator *g)
{
    BEGIN(g->state);
    while (1) {
        for (g->i = 0; g->i < 3; g->i++)
            YIELD(g->state, g->i);
        YIELD(g->state, 100);
        for (; g->i > 0; g->i--)
            YIELD(g->state, g->i);
    }
    END(g->state, 0);
}

int main(void)
{
    struct generator f = { 0 }, z = { 0 };
    for (int n; (n = fibonacci(&f)) >= 0;)
        printf("%d:%d ", n, zigzag(&z));
    printf("%d %d\n", f.state, zigzag(&z));
    return 0;
}
