//@ mode: check
//@ options: --malloc-never-fails
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *line = "one two";
    char *word = strtok(line, " "); //~ error[write-to-constant]
    return word != NULL;
}
