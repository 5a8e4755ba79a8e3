//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static void push(struct node **bucket)
{
    struct node *node = malloc(sizeof *node);
    node->next = *bucket;
    *bucket = node;
}

static void release(struct node *node)
{
    while (node != NULL) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
}

int main(void)
{
    struct node *buckets[3] = { NULL, NULL, NULL };
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push(&buckets[0]);
        else if (__VERIFIER_nondet_int())
            push(&buckets[1]);
        else
            push(&buckets[2]);
    }
    release(buckets[0]);
    release(buckets[1]);
    release(NULL);
    return 0; //~ error[memory-lost]
}
