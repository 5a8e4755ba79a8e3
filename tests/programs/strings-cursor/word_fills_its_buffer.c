// The word that fills its buffer has no room for its end.
//@ mode: check
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    const char *text = argv[1];
    char word[4];
    size_t i = 0;
    while (text[i] != '\0') {
        size_t n = 0;
        while (text[i] == ' ')
            i++;
        while (text[i] != '\0' && text[i] != ' ') {
            if (n < sizeof word)
                word[n++] = text[i];
            i++;
        }
        word[n] = '\0'; //~ error[out-of-bounds]
        printf("[%s]\n", word);
    }
    return 0;
}
