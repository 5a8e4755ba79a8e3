// The twins: buffers that are made for a string and have no room for its zero.
#include <stdlib.h>
#include <string.h>

char *duplicate(const char *s)
{
    size_t size = strlen(s);
    char *copy = malloc(size);
    if (!copy)
        return NULL;
    memcpy(copy, s, size);
    copy[size] = 0; //~ alarm[out-of-bounds]
    return copy;
}

char *join(const char *a, const char *b)
{
    char *both = malloc(strlen(a) + strlen(b));
    if (!both)
        return NULL;
    strcpy(both, a); //~ alarm[out-of-bounds]
    strcat(both, b); //~ alarm[out-of-bounds]
    return both;
}
