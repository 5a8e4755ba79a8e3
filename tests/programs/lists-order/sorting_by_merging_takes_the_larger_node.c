// Merging takes the larger of two nodes first.
//@ options: --malloc-never-fails --at-exit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

static struct node *some_list(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->data = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    return list;
}
static struct node *merge(struct node *a, struct node *b)
{
    struct node head, *last = &head;
    while (a != NULL && b != NULL) {
        if (a->data >= b->data) {
            last->next = a;
            a = a->next;
        } else {
            last->next = b;
            b = b->next;
        }
        last = last->next;
    }
    last->next = a != NULL ? a : b;
    return head.next;
}
static struct node *sort(struct node *list)
{
    if (list == NULL || list->next == NULL) return list;
    struct node *slow = list, *fast = list->next;
    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *other = slow->next;
    slow->next = NULL;
    struct node *first = sort(list);
    return merge(first, sort(other));
}
static void check(const struct node *list)
{
    for (; list != NULL && list->next != NULL; list = list->next)
        assert(list->data <= list->next->data); //~ error[assertion-failure]
}
static void delete_all(struct node *list)
{
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
int main(void)
{
    struct node *list = sort(some_list());
    check(list);
    delete_all(list);
    return 0;
}
