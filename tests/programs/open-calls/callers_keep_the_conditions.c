// The functions are the same as in the file with violations, and every call is right.
//@ options: --malloc-never-fails
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

/*~ contract requires node = 0 ensures 
    requires node -> heap struct node {}; twice = 0 ensures freed node */
static void release(struct node *node, int twice)
{
    if (!node)
        return;
    free(node);
    if (twice)
        free(node); //~ error-if-called[double-free]
}

/*~ contract requires node = 0 ensures 
    requires node -> heap struct node {} ensures freed node */
void release_once(struct node *node)
{
    release(node, 0);
}

/*~ contract requires b != 0; b != -1 ensures result = v#1
    requires b = -1; -2147483647 <= a ensures result = -a */
static int divide(int a, int b)
{
    return a / b; //~ error-if-called[division-by-zero]
}

/*~ contract requires  ensures result = 0; count <= 0 or result = v#1; 1 <= count */
int mean_of_some(int sum, int count)
{
    return count > 0 ? divide(sum, count) : 0;
}
