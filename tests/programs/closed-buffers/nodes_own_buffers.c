//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    struct record *next;
    char *name;
};

int main(void)
{
    struct record *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct record *record = malloc(sizeof *record);
        record->name = malloc(16);
        record->name[0] = 'a';
        record->next = head;
        head = record;
    }
    while (head != NULL) {
        struct record *next = head->next;
        free(head->name);
        free(head);
        head = next;
    }
    return 0;
}
