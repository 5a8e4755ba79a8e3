//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *append(struct node *head, int value)
{
    if (head != NULL) {
        head->next = append(NULL, value); //~ error[memory-lost]
        return head;
    }
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = NULL;
    return node;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        head = append(head, 5);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
