#include <stdio.h>
#include <string.h>

static double stack[16];
static int depth;

static double pop(void) { return stack[--depth]; }
static void push(double value) { stack[depth++] = value; }
static void add(void) { push(pop() + pop()); }
static void multiply(void) { push(pop() * pop()); }
static void subtract(void) { double b = pop(); push(pop() - b); }
static void divide(void) { double b = pop(); push(pop() / b); }
static void duplicate(void) { double a = pop(); push(a); push(a); }

static const struct command {
    const char *name;
    void (*run)(void);
    int needs;
} commands[] = {
    { "+", add, 2 }, { "*", multiply, 2 }, { "-", subtract, 2 }, { "/", divide, 2 }, { "dup", duplicate, 1 }, { 0 },
};

static int execute(const char *program)
{
    char text[64];
    depth = 0;
    strcpy(text, program);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        const struct command *c = commands;
        while (c->name && strcmp(c->name, word) != 0)
            c++;
        double number;
        if (c->name) {
            if (depth < c->needs)
                return 1;
            c->run();
        } else if (sscanf(word, "%lf", &number) == 1) {
            push(number);
        } else {
            return 2;
        }
    }
    printf("%s = %g\n", program, depth ? stack[depth - 1] : 0.0);
    return 0;
}

int main(void)
{
    int status = execute("3 4 + 2 *") + execute("10 4 -") + execute("1.5 dup * 2 /");
    printf("%d\n", status);
    status = execute("1 +") * 10 + execute("what");
    return status;
}
