// A buffer of constant size is filled again for every word; longer words are cut off.
//@ mode: check
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
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
        word[n] = '\0';
        printf("[%s]\n", word);
    }
    return 0;
}
