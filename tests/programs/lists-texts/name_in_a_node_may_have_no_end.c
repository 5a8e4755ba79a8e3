// A name that fills its field has no zero: `strncpy` stores none.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int quantity;
    char name[8];
    struct item *next;
};

int main(void) {
    struct item *head = NULL;
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            break;
        strncpy(item->name, line, sizeof item->name);
        item->quantity = 1;
        item->next = head;
        head = item;
    }
    for (struct item *item = head; item; item = item->next)
        printf("%zu %d\n", strlen(item->name), item->quantity); //~ error[uninitialised-use]
    while (head) {
        struct item *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
