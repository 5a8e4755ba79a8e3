// Every function uses memory that it may not have got: whether an allocation fails is no matter of the caller.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct node *create(int value)
{
    struct node *fresh = malloc(sizeof *fresh); //~ note "this allocation fails"
    fresh->value = value; //~ error[null-dereference]
    fresh->next = NULL;
    return fresh;
}

static struct node *allocate(void)
{
    return malloc(sizeof(struct node)); //~ note "this allocation fails"
}

struct node *create_by_another(int value)
{
    struct node *fresh = allocate();
    fresh->value = value; //~ error[null-dereference]
    fresh->next = NULL;
    return fresh;
}

static void set(struct node *node, int value)
{
    node->value = value; //~ note "the error happens here"
    node->next = NULL;
}

struct node *create_and_set(int value)
{
    struct node *fresh = calloc(1, sizeof *fresh); //~ note "this allocation fails"
    set(fresh, value); //~ error[null-dereference] "in `set`"
    return fresh;
}

void push(struct node **list, int value)
{
    struct node *fresh = malloc(sizeof *fresh); //~ note "this allocation fails"
    fresh->next = *list; //~ error[null-dereference]
    fresh->value = value;
    *list = fresh;
}

char *two_letters(char first, char second)
{
    char *fresh = malloc(3); //~ note "this allocation fails"
    fresh[0] = first; //~ error[null-dereference]
    fresh[1] = second;
    fresh[2] = 0;
    return fresh;
}
