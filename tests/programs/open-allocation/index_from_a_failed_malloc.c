// Where an allocation fails, every index leads nowhere: what the index is does not matter.
#include <stdlib.h>

void mark(unsigned i)
{
    int *marks = malloc(4096);
    marks[i % 1024] = 1; //~ error[null-dereference]
    free(marks);
}

void end_text(int length)
{
    char *text = malloc(100);
    if (length < 0 || length >= 100)
        length = 0; // every caller goes one of these ways
    text[length] = 0; //~ error[null-dereference]
    free(text);
}

/* The branch decides what is stored, not whether there is memory. */
int *larger(int a, int b)
{
    int *result = malloc(sizeof *result);
    if (a > b)
        b = a;
    *result = b; //~ error[null-dereference]
    return result;
}

/* Some callers go another way. */
int *positive(int a)
{
    if (a <= 0)
        return 0;
    int *result = malloc(sizeof *result);
    *result = a; //~ error-if-called[null-dereference]
    return result;
}

long sum_of_two(unsigned i)
{
    long *numbers = calloc(16, sizeof *numbers);
    if (numbers)
        numbers[0] = 1;
    long sum = numbers[i % 8] + numbers[i % 16]; //~ error[null-dereference]
    free(numbers);
    return sum;
}
