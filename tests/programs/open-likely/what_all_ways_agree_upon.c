// Functions that stay open as a whole: what numbers of others decide is not followed. What holds on all ways to a place is told anyway.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct session {
    char *name;
    int mode, level;
};

// A number of variadic arguments of a caller is an open question.
int lost_where_nothing_follows(struct session **result, const char *mode, int count, ...)
{
    va_list list;
    struct session *session = malloc(sizeof *session);
    if (session == NULL)
        return -1;
    va_start(list, count);
    session->mode = 0;
    while (*mode) {
        if (*mode == 'r')
            session->mode = va_arg(list, int);
        else if (*mode == 'w')
            session->level += va_arg(list, int);
        mode++;
    }
    va_end(list);
    session->name = malloc(16);
    if (session->name == NULL) {
        free(session);
        return -1;
    }
    if (session->mode == 3) {
        free(session->name);
        return -2; //~ alarm[memory-lost]
    }
    *result = session;
    return 0;
}

int given_back_on_all_ways(struct session **result, const char *mode, int count, ...)
{
    va_list list;
    struct session *session = malloc(sizeof *session);
    if (session == NULL)
        return -1;
    va_start(list, count);
    session->mode = 0;
    while (*mode) {
        if (*mode == 'r')
            session->mode = va_arg(list, int);
        mode++;
    }
    va_end(list);
    session->name = malloc(16);
    if (session->name == NULL) {
        free(session);
        return -1;
    }
    if (session->mode == 3) {
        free(session->name);
        free(session);
        return -2;
    }
    *result = session;
    return 0;
}

// Conditions that belong together.
int allocated_and_freed_by_a_flag(const char *mode, int count, ...)
{
    va_list list;
    char *text = NULL;
    int wanted;
    va_start(list, count);
    wanted = va_arg(list, int);
    va_end(list);
    if (wanted)
        text = malloc(8);
    if (wanted && !text)
        return -1;
    if (wanted)
        free(text);
    return *mode;
}

int used_after_it_was_freed(struct session *session, int count, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, count);
    while (count-- > 0)
        sum += va_arg(list, int);
    va_end(list);
    if (sum > 3) {
        free(session->name);
        free(session);
        return session->level; //~ alarm[use-after-free]
    }
    return sum;
}

int freed_again(struct session *session, int count, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, count);
    while (count-- > 0)
        sum += va_arg(list, int);
    va_end(list);
    free(session);
    if (sum > 3)
        free(session); //~ alarm[double-free]
    return sum;
}

struct node {
    struct node *next;
    int key;
};

// The variable has another value when it is used.
void all_are_freed(struct node *first, int count, ...)
{
    va_list list;
    va_start(list, count);
    while (first && first->key != va_arg(list, int)) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    va_end(list);
}

// Who got it may have kept it.
void keep(struct session *session);

int handed_on(int count, ...)
{
    va_list list;
    struct session *session = malloc(sizeof *session);
    if (!session)
        return -1;
    va_start(list, count);
    session->mode = va_arg(list, int);
    va_end(list);
    keep(session);
    return 0;
}

// The library returns what it was given.
char *passed_back(const char *text, int count, ...)
{
    va_list list;
    char *copy;
    va_start(list, count);
    count = va_arg(list, int);
    va_end(list);
    copy = malloc(16);
    if (!copy)
        return NULL;
    return memset(copy, count, 16);
}
