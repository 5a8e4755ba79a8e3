//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    unsigned char value;
    struct node *next;
};

struct samples {
    struct node *first;
    unsigned sum;
    unsigned count;
};

static void add(struct samples *samples, unsigned char value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = samples->first;
    samples->first = node;
    samples->sum += value;
    samples->count++;
}

int main(void)
{
    struct samples samples = { 0 };
    int average[256] = { 0 };
    while (__VERIFIER_nondet_int() && samples.count < 1000)
        add(&samples, (unsigned char)__VERIFIER_nondet_int());
    if (samples.count < 1000)
        average[samples.first->value] = 1; //~ error[null-dereference]
    while (samples.first != NULL) {
        struct node *next = samples.first->next;
        free(samples.first);
        samples.first = next;
    }
    return average[0] < 0;
}
