//@ arguments: -n 12 alpha beta --last
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[])
{
    int n = 1, longest = 0;
    printf("%d arguments\n", argc - 1);
    for (int i = 1; i < argc; i++) {
        printf("%d: %s\n", i, argv[i]);
        if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
            n = atoi(argv[++i]);
        else if (strncmp(argv[i], "--", 2) == 0)
            printf("option %s\n", argv[i] + 2);
        else if ((int)strlen(argv[i]) > longest)
            longest = strlen(argv[i]);
    }
    printf("%d %d %d\n", n, longest, argv[argc] == NULL);
    for (char *p = argv[argc - 1]; *p; p++)
        if (*p >= 'a' && *p <= 'z')
            *p -= 32;
    printf("%s\n", argv[argc - 1]);
    return n + longest;
}
