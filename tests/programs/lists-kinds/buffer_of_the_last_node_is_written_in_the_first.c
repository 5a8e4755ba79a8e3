//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int *data;
    struct node *next;
};

static struct node *push(struct node *head, int *data)
{
    struct node *node = malloc(sizeof *node);
    node->data = data;
    node->next = head;
    return node;
}

int main(void)
{
    struct node *head = push(NULL, malloc(sizeof(int)));
    while (__VERIFIER_nondet_int())
        head = push(head, NULL);
    while (head->next != NULL) {
        struct node *next = head->next;
        *head->data = 1; //~ error[null-dereference]
        free(head);
        head = next;
    }
    free(head->data);
    free(head);
    return 0;
}
