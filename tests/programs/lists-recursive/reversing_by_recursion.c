//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *reverse(struct node *head)
{
    if (head == NULL || head->next == NULL)
        return head;
    struct node *reversed = reverse(head->next);
    head->next->next = head;
    head->next = NULL;
    return reversed;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    head = reverse(head);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
