//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { NUMBER, TEXT };

struct value {
    enum kind kind;
    struct value *next;
    union {
        long number;
        char *text;
    } as;
};

static struct value *create(struct value *next)
{
    struct value *value = malloc(sizeof *value);
    value->next = next;
    if (__VERIFIER_nondet_int()) {
        value->kind = TEXT;
        value->as.text = malloc(4);
    } else {
        value->kind = NUMBER;
        value->as.number = 4;
    }
    return value;
}

int main(void)
{
    struct value *values = NULL;
    while (__VERIFIER_nondet_int())
        values = create(values);
    while (values != NULL) { //~ invariant seg(values -> 0; count n >= 0; node 24 entry 0 link 8 word 8 shared 3 { 0..4: shared 0, 4..8: uninit, 16..24: shared 1 } | { 0..4: shared 2, 4..8: uninit, 16..24: owns block 4 entry 0 { 0..4: uninit } }; with 0, 4, 1)
        struct value *value = values;
        values = value->next;
        if (value->kind == TEXT)
            free(value->as.text);
        free(value);
    }
    return 0;
}
