//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    struct record *next;
    int *data;
};

int main(void)
{
    struct record *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct record *record = malloc(sizeof *record);
        record->data = malloc(4 * sizeof(int));
        record->data[3] = 1;
        record->next = head;
        head = record;
    }
    while (head != NULL) {
        struct record *next = head->next;
        free(head->data);
        free(head);
        head = next;
    }
    return 0;
}
