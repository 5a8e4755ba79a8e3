//@ mode: check
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct stack {
    int *items;
    int top;
    int room;
};

int main(void)
{
    struct stack stack = { NULL, 0, __VERIFIER_nondet_int() };
    if (stack.room < 1 || stack.room > 1000) {
        return 0;
    }
    stack.items = malloc(stack.room * sizeof *stack.items);
    if (stack.items == NULL) {
        return 0;
    }
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (stack.top < stack.room) {
                stack.items[stack.top++] = 3;
            }
        } else if (stack.top > 0) {
            int item = stack.items[--stack.top];
            assert(item == 3);
        }
    }
    free(stack.items);
    return 0;
}
