#include <stdio.h>

enum { PUSH, ADD, MUL, SWAP, DUP, JUMP_IF_POSITIVE, DECREMENT, PRINT, HALT };

static int run(const int *code)
{
    static const void *const labels[] = { &&push, &&add, &&mul, &&swap, &&dup, &&jump, &&decrement, &&print, &&halt };
    int stack[16], *top = stack, steps = 0;
    const int *pc = code;
#define NEXT do { steps++; goto *labels[*pc++]; } while (0)
    NEXT;
push:
    *top++ = *pc++;
    NEXT;
add:
    top--;
    top[-1] += top[0];
    NEXT;
mul:
    top--;
    top[-1] *= top[0];
    NEXT;
swap: {
    int t = top[-1];
    top[-1] = top[-2];
    top[-2] = t;
}
    NEXT;
dup:
    *top = top[-1];
    top++;
    NEXT;
jump:
    if (top[-1] > 0)
        pc = code + *pc;
    else
        pc++;
    NEXT;
decrement:
    top[-1]--;
    NEXT;
print:
    printf("%d\n", top[-1]);
    NEXT;
halt:
    return steps;
}

int main(void)
{
    static const int factorial[] = {
        PUSH, 1, PUSH, 6, /* result, n */
        DUP, PUSH, 0, ADD, SWAP, DECREMENT, SWAP, PRINT, DECREMENT, JUMP_IF_POSITIVE, 11, HALT
    };
    static const int square[] = { PUSH, 7, DUP, MUL, PRINT, HALT };
    printf("%d steps\n", run(square));
    printf("%d steps\n", run(factorial));
    return 0;
}
