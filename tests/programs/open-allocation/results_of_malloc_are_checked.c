// The same functions, with a test of what malloc returns.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

/*~ contract requires  ensures result = 0 or result = malloc#1; malloc#1 -> heap block[16] { 0..8: 0, 8..12: value } */
struct node *create(int value)
{
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return NULL;
    fresh->value = value;
    fresh->next = NULL;
    return fresh;
}

/*~ contract requires  ensures result = 0 or result = malloc#1; malloc#1 -> heap block[16] {} */
static struct node *allocate(void)
{
    return malloc(sizeof(struct node));
}

/*~ contract requires  ensures result = 0 or result = malloc#1; malloc#1 -> heap block[16] { 0..8: 0, 8..12: value } */
struct node *create_by_another(int value)
{
    struct node *fresh = allocate();
    if (fresh) {
        fresh->value = value;
        fresh->next = NULL;
    }
    return fresh;
}

/*~ contract requires node -> struct node { next: ?, value: ? } ensures node -> struct node { next: 0, value: value } */
static void set(struct node *node, int value)
{
    node->value = value;
    node->next = NULL;
}

/*~ contract requires  ensures result = 0 or result = malloc#1; malloc#1 -> heap block[16] { 0..8: 0, 8..12: value, 12..16: 0 } */
struct node *create_and_set(int value)
{
    struct node *fresh = calloc(1, sizeof *fresh);
    if (fresh)
        set(fresh, value);
    return fresh;
}

/*~ contract requires list -> struct node * { *: *list } ensures result = 0; list -> struct node * { *: *list } or result = 1; list -> struct node * { *: malloc#1 }; malloc#1 -> heap struct node { next: *list, value: value } */
int push(struct node **list, int value)
{
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return 0;
    fresh->next = *list;
    fresh->value = value;
    *list = fresh;
    return 1;
}

/*~ contract requires  ensures result = 0 or result = malloc#1; malloc#1 -> heap block[3] { 0..1: first, 1..2: second, 2..3: 0 } */
char *two_letters(char first, char second)
{
    char *fresh = malloc(3);
    if (!fresh)
        return NULL;
    fresh[0] = first;
    fresh[1] = second;
    fresh[2] = 0;
    return fresh;
}
