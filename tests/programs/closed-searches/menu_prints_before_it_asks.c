// Whether each of the lines could be written makes no difference: after a dozen of them there is still one execution to follow.
#include <stdio.h>
#include <stdlib.h>

struct entry {
    int key;
    struct entry *next;
};

static struct entry *first;

static void add(int key)
{
    struct entry *entry = malloc(sizeof *entry);
    entry->key = key; //~ error[null-dereference]
    entry->next = first;
    first = entry;
}

int main(void)
{
    int choice = 0;
    int key = 0;
    puts("1. add");
    puts("2. print");
    puts("3. count");
    puts("4. help");
    puts("5. quit");
    while (choice != 5) {
        printf("your choice: ");
        scanf("%d", &choice);
        printf("you have chosen %d\n", choice);
        switch (choice) {
        case 1:
            printf("key: ");
            scanf("%d", &key);
            printf("adding %d\n", key);
            add(key);
            printf("added\n");
            break;
        case 2:
            for (struct entry *entry = first; entry; entry = entry->next)
                printf("%d\n", entry->key);
            break;
        default:
            printf("there is no such choice\n");
        }
    }
    return 0;
}
