// What is looked up may not be there.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *value_of(char *line)
{
    char *sign = strchr(line, '=');
    *sign = 0; //~ alarm[null-dereference]
    return sign + 1;
}

char *value_if_there(char *line)
{
    char *sign = strchr(line, '=');
    if (!sign)
        return NULL;
    *sign = 0;
    return sign + 1;
}

size_t length_of_home(void)
{
    char *home = getenv("HOME");
    return strlen(home); //~ alarm[null-dereference]
}

size_t length_of_home_if_there(void)
{
    char *home = getenv("HOME");
    return home ? strlen(home) : 0;
}

int first_letter(const char *name)
{
    FILE *stream = fopen(name, "r");
    int letter = fgetc(stream); //~ alarm[null-dereference]
    fclose(stream);
    return letter;
}

/* It is looked up twice: once to see whether it is there. */
void end_of_line(char *line)
{
    if (strchr(line, '\n'))
        *strchr(line, '\n') = 0;
}

void end_of_line_without_asking(char *line)
{
    *strchr(line, '\n') = 0; //~ alarm[null-dereference]
}
