#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct attribute { struct attribute *next, *previous; int value; };
struct element { struct attribute *first; struct element *left, *right; };

static void add_attribute(struct element *element, int value)
{
    struct attribute *attribute = malloc(sizeof *attribute);
    if (attribute == NULL)
        exit(1);
    attribute->value = value;
    attribute->previous = NULL;
    attribute->next = element->first;
    if (element->first != NULL)
        element->first->previous = attribute;
    element->first = attribute;
}
static struct element *build(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct element *element = malloc(sizeof *element);
    if (element == NULL)
        exit(1);
    element->first = NULL;
    while (__VERIFIER_nondet_int())
        add_attribute(element, __VERIFIER_nondet_int());
    element->left = build();
    element->right = build();
    return element;
}
static void destroy(struct element *element)
{
    if (element == NULL)
        return;
    destroy(element->left);
    destroy(element->right);
    struct attribute *attribute = element->first;
    while (attribute != NULL) {
        struct attribute *next = attribute->next;
        if (next != NULL)
            free(next);
        free(attribute);
        attribute = next == NULL ? NULL : next->next; //~ error[use-after-free]
    }
    free(element);
}

int main(void)
{
    struct element *root = build();
    destroy(root);
    return 0;
}
