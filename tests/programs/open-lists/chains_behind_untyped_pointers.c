// The head of a chain is a word; whatever has its link in the first word can be a member. The head may itself be
// one: then the chain is the memory in which it begins.
//@ options: --malloc-never-fails
//@ complete: 6/6
#include <stddef.h>

typedef void **chain;

struct member {
    struct member *next;
};

void put_first(chain head, void *member)
{
    ((struct member *)member)->next = *head;
    *head = member;
}

void *take_first(chain head)
{
    struct member *first = *head;
    if (*head != NULL)
        *head = ((struct member *)*head)->next;
    return first;
}

void *last(chain head)
{
    struct member *member = *head;
    if (member == NULL)
        return NULL;
    while (member->next != NULL)
        member = member->next;
    return member;
}

void *take_last(chain head)
{
    if (*head == NULL)
        return NULL;
    if (((struct member *)*head)->next == NULL) {
        void *only = *head;
        *head = NULL;
        return only;
    }
    struct member *member = *head;
    while (member->next->next != NULL)
        member = member->next;
    void *taken = member->next;
    member->next = NULL;
    return taken;
}

void take(chain head, const void *member)
{
    struct member *before = NULL;
    for (struct member *each = *head; each != NULL; each = each->next) {
        if (each == member) {
            if (before == NULL)
                *head = each->next;
            else
                before->next = each->next;
            each->next = NULL;
            return;
        }
        before = each;
    }
}

void put_first_once(chain head, void *member)
{
    take(head, member);
    put_first(head, member);
}
