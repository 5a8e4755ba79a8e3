#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum type { NOTHING, TEXT, ARRAY };
struct value { enum type type; char *text; struct value *child, *next; };

static struct value *parse(int depth)
{
    struct value *value = malloc(sizeof *value);
    if (value == NULL)
        return NULL;
    value->type = NOTHING;
    value->text = NULL;
    value->child = value->next = NULL;
    int input = __VERIFIER_nondet_int();
    if (input == 1) {
        value->text = malloc(8);
        if (value->text == NULL) {
            free(value);
            return NULL;
        }
        value->text[0] = '\0';
        value->type = TEXT;
    } else if (input == 2 && depth < 100) {
        value->type = ARRAY;
        while (__VERIFIER_nondet_int()) {
            struct value *child = parse(depth + 1);
            if (child == NULL)
                break;
            child->next = value->child;
            value->child = child;
        }
    }
    return value;
}
static void destroy(struct value *value)
{
    while (value != NULL) {
        struct value *next = value->next;
        if (value->type == TEXT)
            free(value->text);
        else if (value->type == ARRAY)
            destroy(value->child);
        free(value);
        value = next;
    }
}

int main(void)
{
    struct value *value = parse(0);
    destroy(value);
    return 0;
}
