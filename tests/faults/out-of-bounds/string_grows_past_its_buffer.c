//@ seen-by: asan
#include <stdio.h>
#include <string.h>

int main(void)
{
    char path[8] = "/usr"; //~ note "allocated here"
    const char *parts[] = { "/b", "/c", "/d" };
    for (int i = 0; i < 3; i++)
        strcat(path, parts[i]); //~ error[out-of-bounds]
    puts(path);
    return 0;
}
