// What a wrapper gives to a function without a body may be kept there: its callers do not lose it. What another argument leads to is
// lost all the same.
//@ mode: likely
#include <stdlib.h>

void registry_keep(void *memory);
void registry_count(int number);

static void keep(char *memory)
{
    registry_keep(memory);
}

static void keep_what_is_there(char **place)
{
    registry_keep(*place);
}

static void keep_second(char *first, char *second)
{
    if (first)
        first[0] = 0;
    registry_keep(second);
}

static void count(char *memory)
{
    memory[0] = 1;
    registry_count(3);
}

int kept(void)
{
    char *memory = malloc(5);
    if (!memory)
        return 1;
    keep(memory);
    return 0;
}

int kept_in_a_place(void)
{
    char *memory = malloc(5);
    if (!memory)
        return 1;
    keep_what_is_there(&memory);
    return 0;
}

int other_is_kept(char *other)
{
    char *memory = malloc(5);
    if (!memory)
        return 1;
    keep_second(memory, other);
    return 0; //~ alarm[memory-lost]
}

int only_counted(void)
{
    char *memory = malloc(5);
    if (!memory)
        return 1;
    count(memory);
    return 0; //~ alarm[memory-lost]
}
