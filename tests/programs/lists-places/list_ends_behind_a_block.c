//@ options: --malloc-never-fails
// A node may be where the other block ends; then the loop stops too early. No execution of ours puts it there.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    long value;
};

int main(void) {
    char *memory = malloc(16);
    struct node *end = (struct node *)(memory + 16);
    struct node *list = end;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    while (list != end) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    free(memory);
    return 0; //~ alarm[memory-lost]
}
