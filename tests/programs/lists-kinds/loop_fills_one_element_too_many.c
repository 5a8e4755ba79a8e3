//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int *samples;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->samples = NULL;
        if (__VERIFIER_nondet_int()) {
            node->samples = malloc(30 * sizeof *node->samples);
            for (int i = 0; i <= 30; i++)
                node->samples[i] = __VERIFIER_nondet_int(); //~ error[out-of-bounds]
        }
        node->next = head;
        head = node;
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head->samples);
        free(head);
        head = next;
    }
    return 0;
}
