// The same functions, which look at what malloc returns: nothing depends on the caller.
//@ complete: 3/3
#include <stdlib.h>

void mark(unsigned i)
{
    int *marks = malloc(4096);
    if (!marks)
        return;
    marks[i % 1024] = 1;
    free(marks);
}

void end_text(int length)
{
    char *text = malloc(100);
    if (length < 0 || length >= 100)
        length = 0;
    if (text)
        text[length] = 0;
    free(text);
}

long sum_of_two(unsigned i)
{
    long *numbers = calloc(16, sizeof *numbers);
    long sum = numbers ? numbers[i % 8] + numbers[i % 16] : 0;
    free(numbers);
    return sum;
}
