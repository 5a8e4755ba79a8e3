//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static void append(struct node **end)
{
    while (*end != NULL)
        end = &(*end)->next;
    *end = malloc(sizeof **end);
    (*end)->next = NULL;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *copy = head;
        append(&copy);
        (void)copy;
    } //~ error[memory-lost]
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
