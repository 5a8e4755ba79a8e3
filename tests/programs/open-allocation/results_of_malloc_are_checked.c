// The same functions, with a test of what malloc returns.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct node *create(int value)
{
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return NULL;
    fresh->value = value;
    fresh->next = NULL;
    return fresh;
}

static struct node *allocate(void)
{
    return malloc(sizeof(struct node));
}

struct node *create_by_another(int value)
{
    struct node *fresh = allocate();
    if (fresh) {
        fresh->value = value;
        fresh->next = NULL;
    }
    return fresh;
}

static void set(struct node *node, int value)
{
    node->value = value;
    node->next = NULL;
}

struct node *create_and_set(int value)
{
    struct node *fresh = calloc(1, sizeof *fresh);
    if (fresh)
        set(fresh, value);
    return fresh;
}

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
