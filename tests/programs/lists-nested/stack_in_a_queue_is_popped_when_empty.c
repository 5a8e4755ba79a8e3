//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct plate {
    struct plate *below;
};

struct stack {
    struct plate *top;
    struct stack *next;
};

static struct stack *create(void)
{
    struct stack *stack = malloc(sizeof *stack);
    stack->next = NULL;
    stack->top = NULL;
    while (__VERIFIER_nondet_int()) {
        struct plate *plate = malloc(sizeof *plate);
        plate->below = stack->top;
        stack->top = plate;
    }
    return stack;
}

static void pop(struct stack *stack)
{
    struct plate *plate = stack->top;
    stack->top = plate->below; //~ error[null-dereference]
    free(plate);
}

int main(void)
{
    struct stack *first = create();
    struct stack *last = first;
    while (__VERIFIER_nondet_int()) {
        last->next = create();
        last = last->next;
    }
    while (first != NULL) {
        struct stack *next = first->next;
        while (first->top != NULL || next != NULL)
            pop(first);
        free(first);
        first = next;
    }
    return 0;
}
