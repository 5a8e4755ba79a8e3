//@ mode: check
#include <string.h>

int main(void)
{
    char line[] = "a b";
    char *rest;
    int count = 0;
    for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        count += *word != 0;
    return count;
}
