// Errors that depend on what callers pass or on functions without a body, but that no usual caller is to blame for; one of
// them depends on nothing, and is certain.
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char *name;
    int value;
};

int parse_value(const char *text, int *value);
void log_error(const char *format, ...);

/* Memory is lost on an error path. */
struct node *make_node(const char *text)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->name = NULL;
    node->next = NULL;
    if (parse_value(text, &node->value) < 0) {
        log_error("not a number");
        return NULL; //~ alarm[memory-lost]
    }
    return node;
}

/* The second allocation fails, and the first one is forgotten. */
struct node *make_named(size_t length)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->name = malloc(length);
    if (!node->name)
        return NULL; //~ error[memory-lost]
    node->next = NULL;
    node->value = 0;
    return node;
}

/* The node is freed before it is asked for its successor. */
void remove_second(struct node *head)
{
    struct node *second = head->next;
    if (!second)
        return;
    log_error("removing");
    free(second);
    head->next = second->next; //~ alarm[use-after-free]
}

/* Freed on the error path, and again at the end. */
int use_buffer(size_t size, const char *text)
{
    int value;
    char *buffer = malloc(size);
    if (!buffer)
        return -1;
    if (parse_value(text, &value) < 0)
        free(buffer);
    free(buffer); //~ alarm[double-free]
    return 0;
}

/* The allocation is not checked. */
struct node *make_unchecked(int is_wanted)
{
    if (!is_wanted)
        return NULL;
    struct node *node = malloc(sizeof *node);
    node->value = is_wanted; //~ alarm[null-dereference]
    node->next = NULL;
    node->name = NULL;
    return node;
}

/* One node more than there is memory for. */
int *three_numbers(int first)
{
    int *numbers = malloc(3 * sizeof *numbers);
    if (!numbers)
        return NULL;
    log_error("three numbers");
    numbers[0] = first;
    numbers[3] = first; //~ alarm[out-of-bounds]
    return numbers;
}
