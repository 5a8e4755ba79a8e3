#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void)
{
    char list[] = ",,red;green,,blue;";
    for (char *word = strtok(list, ",;"); word; word = strtok(NULL, ",;"))
        printf("[%s]", word);
    printf("\n");
    char lines[] = "a=1 b=2\nc=3\n\nd=4 e";
    char *outer, *inner;
    for (char *line = strtok_r(lines, "\n", &outer); line; line = strtok_r(NULL, "\n", &outer)) {
        printf("line:");
        for (char *pair = strtok_r(line, " ", &inner); pair; pair = strtok_r(NULL, " ", &inner)) {
            char *equals = strchr(pair, '=');
            if (equals)
                *equals++ = 0;
            printf(" %s->%s", pair, equals ? equals : "none");
        }
        printf("\n");
    }
    char fields[] = "one::three:", *rest = fields, *field;
    while ((field = strsep(&rest, ":")))
        printf("<%s>", field);
    printf(" %d\n", rest == NULL);
    char empty[] = "";
    printf("%d\n", strtok(empty, " ") == NULL);
    return 0;
}
