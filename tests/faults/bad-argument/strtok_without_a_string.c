//@ seen-by: asan valgrind
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[] = "a b";
    char *volatile start = NULL;
    char *word = strtok(start, " "); //~ error[bad-argument]
    puts(word ? word : text);
    return 0;
}
