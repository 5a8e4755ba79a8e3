// What is wrong for some callers of a function is an error of the functions that call it so, and is told at the call.
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
        free(node); //~ error-if-called[double-free] //~ note "the error happens here"
}

void release_once(struct node *node)
{
    release(node, 0);
}

void release_again(struct node *node)
{
    release(node, 1); //~ error[double-free] "in `release`"
}

// This is the error of `release_again`, and is told there.
void release_through_another(struct node *node)
{
    release_again(node);
}

// Whether this is an error depends on the caller of this function.
void pass_it_on(struct node *node, int twice)
{
    release(node, twice + 1); //~ error-if-called[double-free] "in `release`"
}

static int value_of(const struct node *node)
{
    return node->value; //~ note "the error happens here"
}

int value_of_nothing(void)
{
    return value_of(NULL); //~ error[null-dereference] "in `value_of`"
}

int value_of_something(void)
{
    struct node node = {NULL, 3};
    return value_of(&node);
}

static int divide(int a, int b)
{
    return a / b; //~ error-if-called[division-by-zero] //~ note "the error happens here"
}

static int mean(int sum, int count)
{
    return divide(sum, count); //~ error-if-called[division-by-zero] "in `divide`" //~ note "`divide` is called here"
}

int mean_of_none(int sum)
{
    return mean(sum, 0); //~ error[division-by-zero] "in `divide`"
}

int mean_of_two(int sum)
{
    return mean(sum, 2);
}
