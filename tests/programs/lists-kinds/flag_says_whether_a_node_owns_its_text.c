//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char unnamed[] = "unnamed";

struct node {
    int owns_text;
    char *text;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->owns_text = __VERIFIER_nondet_int() != 0;
        if (node->owns_text)
            node->text = malloc(8);
        else
            node->text = unnamed;
        node->next = head;
        head = node;
    }
    while (head != NULL) {
        struct node *next = head->next;
        if (head->owns_text)
            free(head->text);
        free(head);
        head = next;
    }
    return 0;
}
