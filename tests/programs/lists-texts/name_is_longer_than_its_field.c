// The length of a name is compared with the size of another field, and the name goes past the end of its node.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setting {
    struct setting *next;
    char value[64];
    char key[16];
};

int main(void) {
    struct setting *head = NULL;
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        struct setting *setting = malloc(sizeof *setting);
        if (!setting)
            break;
        setting->value[0] = '\0';
        if (strlen(line) >= sizeof setting->value) {
            free(setting);
            continue;
        }
        strcpy(setting->key, line); //~ error[out-of-bounds]
        setting->next = head;
        head = setting;
    }
    for (struct setting *setting = head; setting; setting = setting->next)
        printf("%s%s\n", setting->key, setting->value);
    while (head) {
        struct setting *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
