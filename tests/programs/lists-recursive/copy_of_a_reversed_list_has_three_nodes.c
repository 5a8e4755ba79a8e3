//@ mode: check
//@ options: --malloc-never-fails
// A list is copied, reversed by recursion and freed; the copy may have any number of nodes, three as well. What the recursion leaves
// behind for one call does not hold of another one that it covers.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);

struct node {
    struct node *next;
};

static struct node *reverse(struct node *list, struct node *done)
{
    struct node *rest;
    if (list == 0)
        return done;
    rest = list->next;
    list->next = done;
    return reverse(rest, list);
}

static void release(struct node **list, struct node **other)
{
    while (*list != 0) {
        struct node *node = *list;
        *list = node->next;
        free(node);
    }
}

int main(void)
{
    int start = 0;
    while (start < 54321)
        start++;
    struct node *first = 0, *second = 0, *node;
    while (__VERIFIER_nondet_int()) {
        node = malloc(sizeof *node);
        node->next = first;
        first = node;
    }
    for (struct node *old = first; old != 0; old = old->next) {
        node = malloc(sizeof *node);
        node->next = second;
        second = node;
    }
    first = reverse(first, 0);
    if (first && first->next && first->next->next && !first->next->next->next)
        reach_error(); //~ error[error-reached]
    release(&first, &second);
    release(&second, &first);
    return 0;
}
