//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next[3];
};

int main(void)
{
    struct node *head = malloc(sizeof *head);
    for (int level = 0; level < 3; level++)
        head->next[level] = NULL;
    while (__VERIFIER_nondet_int()) {
        int height = __VERIFIER_nondet_int();
        if (height < 1 || height > 3)
            height = 1;
        struct node *node = malloc(height * sizeof(struct node *));
        for (int level = 0; level < height; level++) {
            node->next[level] = head->next[level]; //~ gave-up[analysis]
            head->next[level] = node;
        } //~ false-alarm[memory-lost] "links in an array whose length differs from node to node are not told"
    }
    while (head != NULL) {
        struct node *next = head->next[0];
        free(head);
        head = next;
    }
    return 0;
}
