#include <stdio.h>
#include <stdlib.h>

static void leave(int *value)
{
    printf("leave %d\n", *value);
}

static void release(char **text)
{
    printf("release %s\n", *text);
    free(*text);
}

static int early(int n)
{
    int guard __attribute__((cleanup(leave))) = n;
    if (n > 1)
        return guard * 2;
    for (int i = 0; i < 3; i++) {
        int inner __attribute__((cleanup(leave))) = 100 + i;
        if (i == 1)
            break;
    }
    return guard;
}

int main(void)
{
    printf("%d\n", early(1));
    printf("%d\n", early(2));
    {
        char *text __attribute__((cleanup(release))) = malloc(4);
        text[0] = 'a';
        text[1] = 0;
        int after __attribute__((cleanup(leave))) = 7;
        (void)after;
    }
    return 0;
}
