// Functions on singly linked lists, without a main.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

/*~ contract requires list list -> 0: exactly count#1 heap struct node linked by next ensures result = (int)count#1; list list -> 0: at least 0 heap struct node linked by next */
/*~ contract at-least requires 0 <= list && list <= 18446744073709551615 && 0 <= n && seg(list -> 0; count n >= 0; node 16 entry 0 link 0 word 8 { 8..16: uninit }) ensures result = n && seg(list -> 0; count n >= 0; node 16 entry 0 link 0 word 8 { 8..16: uninit }) */
int length(const struct node *list) {
    int count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}

/*~ contract requires  ensures result = list or result = malloc#1; malloc#1 -> heap struct node { next: list, value: value } */
struct node *push(struct node *list, int value) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return list;
    fresh->next = list;
    fresh->value = value;
    return fresh;
}

/*~ contract requires position -> struct node { next: position->next }; item -> struct node { next: ? } ensures position -> struct node { next: item }; item -> struct node { next: position->next }
    requires item = position; position -> struct node { next: position->next } ensures position -> struct node { next: position } */
void insert_after(struct node *position, struct node *item) {
    item->next = position->next;
    position->next = item;
}

/*~ contract requires list list -> 0: at least 0 heap struct node linked by next ensures result = 0; list = 0 or result = node#1; node#1 -> heap struct node { next: 0 }; list list -> node#1: at least 0 heap struct node linked by next */
struct node *last(struct node *list) {
    if (!list)
        return NULL;
    while (list->next)
        list = list->next;
    return list;
}

/*~ contract requires item -> struct node { next: ? }; list list -> 0: at least 0 heap struct node linked by next ensures result = item; list = 0; item -> struct node { next: 0 } or result = list; item -> struct node { next: 0 }; node#1 -> heap struct node { next: item }; list list -> node#1: at least 0 heap struct node linked by next
    requires item -> struct node { next: ? }; list list -> item: at least 0 heap struct node linked by next ensures result = list; item -> struct node { next: item }; list list -> item: at least 0 heap struct node linked by next */
struct node *append(struct node *list, struct node *item) {
    item->next = NULL;
    if (!list)
        return item;
    last(list)->next = item;
    return list;
}

/*~ contract at-least requires 0 <= list && list <= 18446744073709551615 && 0 <= n && seg(list -> 0; count n >= 0; node 16 entry 0 link 0 word 8 { 8..16: uninit }) ensures seg(result -> 0; count n >= 0; node 16 entry 0 link 0 word 8 { 8..16: uninit }) */
struct node *reverse(struct node *list) {
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

/*~ contract requires list -> heap struct node { next: list->next } ensures result = list->next; freed list */
struct node *pop(struct node *list) {
    struct node *rest = list->next;
    free(list);
    return rest;
}

/*~ contract requires list list -> 0: at least 0 heap struct node linked by next ensures freed list, all nodes */
void free_list(struct node *list) {
    while (list) {
        struct node *next = list->next; //~ error-if-called[use-after-free]
        free(list);
        list = next;
    }
}

struct node *find(struct node *list, int value) {
    while (list && list->value != value)
        list = list->next;
    return list;
}

int first_value(const struct node *list) {
    return list->value;
}
