//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node **prev_next;
    int value;
};

static void insert(struct node **head, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = *head;
    node->prev_next = head;
    if (node->next != NULL)
        node->next->prev_next = head;
    *head = node;
}

static void unlink_node(struct node *node)
{
    *node->prev_next = node->next; //~ error[memory-lost]
    if (node->next != NULL)
        node->next->prev_next = node->prev_next;
    free(node);
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        insert(&head, __VERIFIER_nondet_int());
    struct node *node = head;
    while (node != NULL && node->value != 7)
        node = node->next;
    if (node != NULL)
        unlink_node(node);
    while (head != NULL)
        unlink_node(head);
    return 0;
}
