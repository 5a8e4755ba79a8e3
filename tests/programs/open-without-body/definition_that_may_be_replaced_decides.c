// Another file may define the function, the alias and the object anew: what they are here is not what every caller meets.
__attribute__((weak)) int is_enabled(void)
{
    return 0;
}

static int never(void)
{
    return 0;
}

int is_verbose(void) __attribute__((weak, alias("never")));

__attribute__((weak)) const int level = 0;

int by_function(void) //~ gave-up[analysis]
{
    int *place = 0;
    if (is_enabled())
        return 0;
    return *place; //~ error-if-called[null-dereference]
}

int by_alias(void) //~ gave-up[analysis]
{
    int *place = 0;
    if (is_verbose())
        return 0;
    return *place; //~ error-if-called[null-dereference]
}

int by_object(void) //~ gave-up[analysis]
{
    int *place = 0;
    if (level)
        return 0;
    return *place; //~ error-if-called[null-dereference]
}

int by_what_is_here(void)
{
    int *place = 0;
    if (never())
        return 0;
    return *place; //~ error[null-dereference]
}
