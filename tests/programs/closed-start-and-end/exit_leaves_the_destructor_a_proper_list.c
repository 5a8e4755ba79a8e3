// `exit` runs the destructors as well, and finds the list as it should be at every call of it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    char *text;
};

static struct node *first;

__attribute__((destructor)) static void free_all(void) {
    while (first) {
        struct node *next = first->next;
        free(first->text);
        free(first);
        first = next;
    }
}

static void add(void) {
    struct node *node = malloc(sizeof *node);
    if (!node) {
        exit(1);
    }
    node->text = NULL;
    node->next = first;
    first = node;
    char *text = malloc(8);
    if (!text) {
        exit(2);
    }
    node->text = text;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        add();
    }
    return 0;
}
