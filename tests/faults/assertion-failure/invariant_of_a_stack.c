#include <assert.h>

static int items[4], depth;

static void push(int item)
{
    assert(depth < 4); //~ error[assertion-failure]
    items[depth++] = item;
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        push(i);
    return 0;
}
