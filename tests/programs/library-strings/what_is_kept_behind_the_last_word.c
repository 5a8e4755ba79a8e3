//@ mode: check
// Behind the last word glibc keeps the end of the line, and musl null.
#include <string.h>

int main(void)
{
    char line[] = "a b";
    char *rest;
    strtok_r(line, " ", &rest);
    strtok_r(NULL, " ", &rest);
    return *rest; //~ alarm[null-dereference]
}
