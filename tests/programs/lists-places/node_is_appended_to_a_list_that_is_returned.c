//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *append(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = NULL;
    if (head == NULL)
        return node;
    struct node *last = head;
    while (last->next != NULL)
        last = last->next;
    last->next = node;
    return head;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        head = append(head, 1);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
