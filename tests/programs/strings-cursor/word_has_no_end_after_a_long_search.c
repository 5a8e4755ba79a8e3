// The end of a word is not written, but no execution of a few steps gets there.
//@ mode: check
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    unsigned h = 7;
    for (int q = 0; q < 54321; q++)
        h = h * 31u + (unsigned)getchar();
    if (h != 123456789u)
        return 0;
    const char *text = argv[1];
    char word[32];
    size_t i = 0;
    while (text[i] != '\0') {
        size_t n = 0;
        while (text[i] == ' ')
            i++;
        while (text[i] != '\0' && text[i] != ' ') {
            if (n < sizeof word - 1)
                word[n++] = text[i];
            i++;
        }
        if (n > 0)
            word[n - 1] = 'x';
        printf("[%s]\n", word); //~ alarm[unterminated-string]
        //~^ alarm[uninitialised-use]
    }
    return 0;
}
