#include <stdio.h>
#include <string.h>

int main(void)
{
    int words[4] = { 1, 2, 3, 4 };
    char *bytes = (char *)words;
    memcpy(bytes, bytes + 4, 12); //~ error[overlapping-copy]
    printf("%d\n", words[0]);
    return 0;
}
