//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum colour { WHITE, RED };

struct node {
    enum colour colour;
    struct node *next;
};

static struct node *prepend(enum colour colour, struct node *next)
{
    struct node *node = malloc(sizeof *node);
    node->colour = colour;
    node->next = next;
    return node;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        head = prepend(WHITE, head);
    head = prepend(RED, head);
    while (__VERIFIER_nondet_int())
        head = prepend(WHITE, head);
    struct node *node = head;
    while (node->colour != RED)
        node = node->next;
    node->colour = WHITE;
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
