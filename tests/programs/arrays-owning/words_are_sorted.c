//@ mode: check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int count;
    if (scanf("%d", &count) != 1 || count < 1 || count > 1000) {
        return 0;
    }
    char **words = malloc(count * sizeof *words);
    if (!words) {
        return 0;
    }
    char word[50];
    for (int i = 0; i < count; i++) {
        if (scanf("%49s", word) != 1) {
            word[0] = 0;
        }
        words[i] = strdup(word);
        if (!words[i]) {
            abort();
        }
    }
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            if (strcmp(words[i], words[j]) > 0) {
                char *other = words[i];
                words[i] = words[j];
                words[j] = other;
            }
        }
    }
    for (int i = 0; i < count; i++) {
        puts(words[i]);
        free(words[i]);
    }
    free(words);
    return 0;
}
