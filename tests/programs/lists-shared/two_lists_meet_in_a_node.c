//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(struct node *end)
{
    struct node *head = malloc(sizeof *head);
    head->value = 0;
    head->next = end;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->next = head;
        head = node;
    }
    return head;
}

int main(void)
{
    struct node *meeting = malloc(sizeof *meeting);
    meeting->value = 1;
    meeting->next = NULL;
    struct node *a = build(meeting);
    struct node *b = build(meeting);
    while (a->value == 0) {
        struct node *next = a->next;
        free(a);
        a = next;
    }
    while (b->value == 0) {
        struct node *next = b->next;
        free(b);
        b = next;
    }
    free(b);
    return 0;
}
