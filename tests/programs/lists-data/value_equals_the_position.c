//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int position;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    int length = 0;
    while (__VERIFIER_nondet_int() && length < 1000) {
        struct node *node = malloc(sizeof *node);
        node->position = length++;
        node->next = head;
        head = node;
    }
    while (head != NULL) {
        struct node *next = head->next;
        length--;
        assert(head->position == length);
        free(head);
        head = next;
    }
    return 0;
}
