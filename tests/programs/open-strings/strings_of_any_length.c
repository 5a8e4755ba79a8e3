// Letters that are read up to a zero are a string, of any length, whether by hand or by the library.
//@ complete: 5/9
#include <stdlib.h>
#include <string.h>

unsigned hash(const char *s)
{
    unsigned hash = 5381;
    while (*s)
        hash = hash * 33 + *s++;
    return hash;
}

size_t length(const char *s)
{
    const char *end = s;
    while (*end)
        end++;
    return end - s;
}

int count(const char *s, char letter)
{
    int count = 0;
    for (int i = 0; s[i]; i++)
        if (s[i] == letter)
            count++;
    return count;
}

int compare(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a - *b;
}

void copy(char *to, const char *from)
{
    while ((*to++ = *from++))
        ;
}

void reverse(char *s)
{
    size_t i = 0, j = strlen(s);
    while (i < j) {
        j--;
        char letter = s[i];
        s[i] = s[j];
        s[j] = letter;
        i++;
    }
}

char *duplicate(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    if (!copy)
        return NULL;
    memcpy(copy, s, size);
    return copy;
}

char *join(const char *a, const char *b)
{
    char *both = malloc(strlen(a) + strlen(b) + 1);
    if (!both)
        return NULL;
    strcpy(both, a);
    strcat(both, b);
    return both;
}

int parse(const char *s, int *number)
{
    int value = 0;
    if (!*s)
        return -1;
    while (*s >= '0' && *s <= '9')
        value = value * 10 + (*s++ - '0');
    *number = value;
    return *s ? -1 : 0;
}
