//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static int is_negative(const struct node *node)
{
    return node->value < 0;
}

static int is_any(const struct node *node)
{
    return node != NULL;
}

static void remove_if(struct node **link, int (*matches)(const struct node *))
{
    while (*link != NULL) {
        struct node *node = *link;
        if (matches(node)) {
            *link = node->next;
            free(node);
        } else {
            link = &node->next;
        }
    }
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = head;
        head = node;
    }
    remove_if(&head, is_negative);
    remove_if(&head, is_any);
    return 0;
}
