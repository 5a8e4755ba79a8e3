// The functions are the same as in the file with violations, and every call is right.
//@ options: --malloc-never-fails
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static void release(struct node *node, int twice)
{
    if (!node)
        return;
    free(node);
    if (twice)
        free(node); //~ error-if-called[double-free]
}

void release_once(struct node *node)
{
    release(node, 0);
}

static int divide(int a, int b)
{
    return a / b; //~ error-if-called[division-by-zero]
}

int mean_of_some(int sum, int count)
{
    return count > 0 ? divide(sum, count) : 0;
}
