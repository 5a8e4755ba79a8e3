// Functions on singly linked lists, without a main.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int length(const struct node *list) {
    int count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}

struct node *push(struct node *list, int value) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return list;
    fresh->next = list;
    fresh->value = value;
    return fresh;
}

void insert_after(struct node *position, struct node *item) {
    item->next = position->next;
    position->next = item;
}

struct node *last(struct node *list) {
    if (!list)
        return NULL;
    while (list->next)
        list = list->next;
    return list;
}

struct node *append(struct node *list, struct node *item) {
    item->next = NULL;
    if (!list)
        return item;
    last(list)->next = item;
    return list;
}

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

struct node *pop(struct node *list) {
    struct node *rest = list->next;
    free(list);
    return rest;
}

void free_list(struct node *list) {
    while (list) {
        struct node *next = list->next;
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
