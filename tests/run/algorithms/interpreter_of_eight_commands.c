#include <stdio.h>
#include <string.h>

static int run(const char *program, const char *input)
{
    unsigned char tape[64] = { 0 }, *cell = tape;
    int jumps[256], stack[16], top = 0, steps = 0;
    for (int i = 0; program[i]; i++)
        if (program[i] == '[') {
            stack[top++] = i;
        } else if (program[i] == ']') {
            jumps[i] = stack[--top];
            jumps[jumps[i]] = i;
        }
    for (const char *pc = program; *pc; pc++, steps++)
        switch (*pc) {
        case '>': cell++; break;
        case '<': cell--; break;
        case '+': ++*cell; break;
        case '-': --*cell; break;
        case '.': putchar(*cell); break;
        case ',': *cell = *input ? *input++ : 0; break;
        case '[': if (!*cell) pc = program + jumps[pc - program]; break;
        case ']': if (*cell) pc = program + jumps[pc - program]; break;
        }
    return steps;
}

int main(void)
{
    int steps = run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", "");
    printf("%d\n", steps);
    steps = run(">,[>,]<[.<]", "reverse me");
    printf("\n%d\n", steps);
    steps = run("++>+++++[<+>-]++++++++[<++++++>-]<.", "");
    printf("\n");
    return steps & 0x7f;
}
