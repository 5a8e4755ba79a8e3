//@ seen-by: asan valgrind
#include <stdlib.h>

int main(void)
{
    int *stack = malloc(4 * sizeof *stack); //~ note "allocated here"
    if (!stack)
        return 1;
    int top = 0;
    stack[top++] = 1;
    int sum = stack[--top];
    sum += stack[--top]; //~ error[out-of-bounds]
    free(stack);
    return sum;
}
