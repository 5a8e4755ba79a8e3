// The nodes that were used last come first, and the last one makes room for a new one.
#include <stdio.h>
#include <stdlib.h>
#define CAPACITY 8
struct node { int key, value; struct node *prev, *next; };
static struct node *first, *last;
static int size;
static void unlink_node(struct node *n) {
    if (n->prev) n->prev->next = n->next; else first = n->next;
    if (n->next) n->next->prev = n->prev; else last = n->prev;
}
static void push_front(struct node *n) {
    n->prev = NULL;
    n->next = first;
    if (first) first->prev = n; else last = n;
    first = n;
}
static struct node *get(int key) {
    for (struct node *n = first; n; n = n->next)
        if (n->key == key) { unlink_node(n); push_front(n); return n; }
    return NULL;
}
static int put(int key, int value) {
    struct node *n = get(key);
    if (n) { n->value = value; return 1; }
    if (size == CAPACITY) {
        struct node *old = last;
        unlink_node(old);
        free(old);
        size--;
    }
    n = malloc(sizeof *n);
    if (!n) return 0;
    n->key = key;
    n->value = value;
    push_front(n);
    size++;
    return 1;
}
int main(void) {
    int key, value;
    while (scanf("%d %d", &key, &value) == 2)
        if (!put(key, value)) break;
    while (first) { struct node *n = first; unlink_node(n); free(n); }
    return 0;
}
