//@ mode: check
//@ options: --malloc-never-fails
#include <stdio.h>

int main(int count, char **arguments)
{
    int found = 0;
    for (char **argument = arguments; *argument != NULL; argument++) {
        found++;
        puts(*argument);
    }
    while (count > 1) {
        count--;
        arguments++;
        puts(*arguments);
    }
    return found;
}
