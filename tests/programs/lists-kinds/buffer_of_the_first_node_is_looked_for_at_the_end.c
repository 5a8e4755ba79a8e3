//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    char *buffer;
    struct node *next;
};

static struct node *create(char *buffer, struct node *next)
{
    struct node *node = malloc(sizeof *node);
    node->buffer = buffer;
    node->next = next;
    return node;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        head = create(NULL, head);
    head = create(malloc(16), head);
    head->buffer[15] = 1;
    while (head->next != NULL) {
        struct node *next = head->next;
        free(head); //~ error[memory-lost]
        head = next;
    }
    free(head->buffer);
    free(head);
    return 0;
}
