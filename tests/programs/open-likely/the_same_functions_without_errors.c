// The functions of `no_caller_is_to_blame.c`, as they should be: nothing is reported.
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char *name;
    int value;
};

int parse_value(const char *text, int *value);
void log_error(const char *format, ...);

struct node *make_node(const char *text)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->name = NULL;
    node->next = NULL;
    if (parse_value(text, &node->value) < 0) {
        log_error("not a number");
        free(node);
        return NULL;
    }
    return node;
}

struct node *make_named(size_t length)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->name = malloc(length);
    if (!node->name) {
        free(node);
        return NULL;
    }
    node->next = NULL;
    node->value = 0;
    return node;
}

void remove_second(struct node *head)
{
    struct node *second = head->next;
    if (!second)
        return;
    log_error("removing");
    head->next = second->next;
    free(second);
}

int use_buffer(size_t size, const char *text)
{
    int value;
    char *buffer = malloc(size);
    if (!buffer)
        return -1;
    if (parse_value(text, &value) < 0)
        log_error("not a number");
    free(buffer);
    return 0;
}

struct node *make_checked(int is_wanted)
{
    if (!is_wanted)
        return NULL;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->value = is_wanted;
    node->next = NULL;
    node->name = NULL;
    return node;
}

int *three_numbers(int first)
{
    int *numbers = malloc(3 * sizeof *numbers);
    if (!numbers)
        return NULL;
    log_error("three numbers");
    numbers[0] = first;
    numbers[2] = first;
    return numbers;
}

/* A flag that callers pass decides: that is a contract, and no finding. */
void release(struct node *node, int twice)
{
    free(node);
    if (twice)
        free(node);
}
