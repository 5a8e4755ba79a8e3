//@ seen-by: asan valgrind
#include <stdio.h>
#include <string.h>

int main(void)
{
    char *list = "a,b,c";
    char *first = strtok(list, ","); //~ error[write-to-constant]
    puts(first);
    return 0;
}
