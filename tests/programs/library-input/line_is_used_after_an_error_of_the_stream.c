//@ mode: check
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[8] = "";
    if (!fgets(line, sizeof line, stdin)) {
        return (int)strlen(line); //~ alarm[unterminated-string]
    }
    return 0;
}
