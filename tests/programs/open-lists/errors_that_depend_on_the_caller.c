// The functions are right for some callers and wrong for others.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

/*~ contract requires node = 0 ensures 
    requires node -> heap struct node {}; twice = 0 ensures freed node */
void release(struct node *node, int twice)
{
    if (!node)
        return;
    free(node);
    if (twice)
        free(node); //~ error-if-called[double-free]
}

/*~ contract requires first = 0; second = 0 ensures 
    requires second = 0; first -> heap struct node {} ensures freed first
    requires first = 0; second -> heap struct node {} ensures freed second
    requires first -> heap struct node {}; second -> heap struct node {} ensures freed first; freed second */
void free_pair(struct node *first, struct node *second)
{
    free(first);
    free(second); //~ error-if-called[double-free]
}

/*~ contract requires node -> struct node { value: node->value }; divisor != 0; divisor != -1 ensures result = v#1; node -> struct node { value: node->value }
    requires divisor = -1; node -> struct node { value: node->value }; -2147483647 <= node->value ensures result = -node->value; node -> struct node { value: node->value } */
int divide_value(const struct node *node, int divisor)
{
    return node->value / divisor; //~ error-if-called[division-by-zero]
}
