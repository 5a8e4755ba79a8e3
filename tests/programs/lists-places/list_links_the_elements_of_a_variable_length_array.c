//@ options: --malloc-never-fails --at-exit
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    int length = __VERIFIER_nondet_int();
    if (length < 1 || length > 100)
        return 0;
    struct node nodes[length];
    for (int i = 0; i < length; i++) {
        nodes[i].value = i;
        nodes[i].next = &nodes[i + 1];
    }
    nodes[length - 1].next = NULL;
    for (struct node *node = nodes; node != NULL; node = node->next)
        node->value = 0;
    return 0;
}
