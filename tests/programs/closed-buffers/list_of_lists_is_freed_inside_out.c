//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
    struct inner *next;
};

struct outer {
    struct outer *next;
    struct inner *list;
};

static struct inner *build_inner(void)
{
    struct inner *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct inner *inner = malloc(sizeof *inner);
        inner->next = list;
        list = inner;
    }
    return list;
}

int main(void)
{
    struct outer *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *outer = malloc(sizeof *outer);
        outer->list = build_inner();
        outer->next = head;
        head = outer;
    }
    while (head != NULL) {
        struct outer *next = head->next;
        while (head->list != NULL) {
            struct inner *inner = head->list;
            head->list = inner->next;
            free(inner);
        }
        free(head);
        head = next;
    }
    return 0;
}
