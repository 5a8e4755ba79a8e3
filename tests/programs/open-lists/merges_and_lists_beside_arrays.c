// One of two lists goes on at a time, so that an execution sees the end of the first before it has gone far along the other; a list and an array are walked in step, the
// array as long as a number says. All of them may have any length.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct node *merge(struct node *a, struct node *b)
{
    struct node head, *tail = &head;
    while (a && b) {
        if (a->value <= b->value) {
            tail->next = a;
            a = a->next;
        } else {
            tail->next = b;
            b = b->next;
        }
        tail = tail->next;
    }
    tail->next = a ? a : b;
    return head.next;
}

struct node *merge_without_doubles(struct node *a, struct node *b)
{
    struct node head, *tail = &head;
    while (a && b) {
        if (a->value == b->value) {
            free(b);
            b = b->next; //~ error-if-called[use-after-free]
        } else if (a->value < b->value) {
            tail->next = a;
            tail = a;
            a = a->next;
        } else {
            tail->next = b;
            tail = b;
            b = b->next;
        }
    }
    tail->next = a ? a : b;
    return head.next;
}

/*~ contract requires numbers -> int[size(numbers) bytes] {}; list list -> 0: exactly count#1 heap struct node linked by next { value: _ }; 4*count <= size(numbers) ensures result = count#1; numbers -> int[size(numbers) bytes] {}; list list -> 0: at least 0 heap struct node linked by next { value: _ }; count#1 <= count + 2147483650 or result = n#1; numbers -> int[size(numbers) bytes] {}; list x#1 -> 0: at least 1 heap struct node linked by next { value: _ }; list list -> x#1: at least 0 heap struct node linked by next { value: _ }; 0 <= n#1; n#1 <= count + 2147483650; count <= n#1; n#1 < count#1
    requires numbers = list + 8; list list -> 0: exactly count#1 heap struct node linked by next { value: _ }; 2 <= count; count#1 = 2 ensures result = 2; list list -> 0: exactly 2 heap struct node linked by next { value: _ }
    requires list = 0 ensures result = 0
    requires list != 0; count <= 0 ensures result = 0
    requires numbers = list + 8; list -> struct node { next: 0, value: list->value }; 1 <= count ensures result = 1; list -> struct node { next: 0, value: list->value }
    requires numbers = list + 8; list -> struct node { next: list->next, value: list->value }; list->next != 0; count = 1 ensures result = 1; list -> struct node { next: list->next, value: list->value }
    requires numbers = list + 8; list -> struct node { next: list->next, value: list->value, 12..16: ? }; list->next -> struct node { next: list->next->next, value: list->next->value }; list->next->next != 0; count = 2 ensures result = 2; list -> struct node { next: list->next, value: list->value, 12..16: list->next->value }; list->next -> struct node { next: list->next->next, value: list->next->value } */
int fill(struct node *list, int *numbers, int count)
{
    int i = 0;
    for (; list && i < count; list = list->next)
        numbers[i++] = list->value;
    return i;
}

int fill_one_more(struct node *list, int *numbers, int count)
{
    int i = 0;
    for (; list && i <= count; list = list->next)
        numbers[i++] = list->value;
    return i;
}
