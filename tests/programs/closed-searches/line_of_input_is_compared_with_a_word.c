// Three lines of input lead to the error, two of them certain words: executions put there what lines are compared with.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *kept;
static int is_forgotten;

int main(void)
{
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (strcmp(line, "forget") == 0) {
            if (!is_forgotten)
                free(kept);
            is_forgotten = 1;
        } else if (strcmp(line, "repeat") == 0 && kept) {
            puts(kept); //~ error[use-after-free]
        } else if (!kept) {
            kept = strdup(line);
        }
    }
    return 0;
}
