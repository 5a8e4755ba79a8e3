// The argument has to end in a certain way, and the word is longer than the place for it.
#include <string.h>

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    size_t wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

int main(int argc, char **argv)
{
    char kind[4];
    for (int i = 1; i < argc; i++) {
        if (ends_with(argv[i], ".tar"))
            strcpy(kind, "tar");
        else if (ends_with(argv[i], ".zip"))
            strcpy(kind, "zip!"); //~ error[out-of-bounds]
    }
    return 0;
}
