// What is told depends on words that callers have: a tag without a case is none of them, nor is an index that another function
// returned and vouches for, nor an array without its last element.
#include <stdlib.h>
#include <string.h>

struct object {
    int tag;
    struct object *list;
    char body[16];
};

enum { NUMBER, TEXT, TABLE };

static struct object **link_of(struct object *object)
{
    switch (object->tag) {
    case NUMBER:
    case TEXT:
        return &object->list;
    case TABLE:
        return (struct object **)object->body;
    default:
        return NULL;
    }
}

struct object *next_of(struct object *object)
{
    return *link_of(object);
}

int choose(const char *const names[]);

int chosen(void)
{
    static const int numbers[] = {1, 2, 4};
    static const char *const names[] = {"one", "two", "four", NULL};
    return numbers[choose(names)];
}

struct backend {
    const char *name;
    int (*run)(void);
};

static struct backend backends[12];

int add_backend(const struct backend *backend)
{
    unsigned i = 0;
    while (backends[i].name != NULL)
        ++i;
    if (i >= 11)
        abort();
    backends[i] = *backend;
    return 0;
}

char *text_of(int number);

/* Others made it, whatever it is. */
int length_of_text(int number)
{
    char *text = text_of(number);
    int length;
    if (!text)
        return 0;
    length = (int)strlen(text);
    free(text);
    return length;
}
