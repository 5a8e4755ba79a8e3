// Names lie between other fields of their nodes: each ends with a zero inside its field, wherever that is.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int quantity;
    char name[32];
    struct item *next;
    char unit[8];
};

static struct item *head;

static struct item *find(const char *name) {
    for (struct item *item = head; item; item = item->next)
        if (strcmp(item->name, name) == 0)
            return item;
    return NULL;
}

static int add(const char *name, int quantity) {
    struct item *item = find(name);
    if (item) {
        item->quantity += quantity;
        return 0;
    }
    item = malloc(sizeof *item);
    if (!item)
        return -1;
    strncpy(item->name, name, sizeof item->name - 1);
    item->name[sizeof item->name - 1] = '\0';
    snprintf(item->unit, sizeof item->unit, "%s", quantity > 1 ? "pieces" : "piece");
    item->quantity = quantity;
    item->next = head;
    head = item;
    return 0;
}

int main(void) {
    char line[128];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0')
            continue;
        if (add(line, 1) < 0)
            break;
    }
    for (struct item *item = head; item; item = item->next)
        printf("%s: %d %s\n", item->name, item->quantity, item->unit);
    while (head) {
        struct item *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
