//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct buffer {
    int references;
    char bytes[8];
};

struct view {
    struct buffer *buffer;
    struct view *next;
};

static void put(struct buffer *buffer)
{
    if (--buffer->references == 0)
        free(buffer);
}

int main(void)
{
    struct buffer *buffer = malloc(sizeof *buffer);
    buffer->references = 1;
    struct view *views = NULL;
    while (__VERIFIER_nondet_int() && buffer->references < 100) {
        struct view *view = malloc(sizeof *view);
        view->buffer = buffer;
        buffer->references++;
        view->next = views;
        views = view;
    }
    while (views != NULL) {
        struct view *view = views;
        views = view->next;
        put(view->buffer);
        free(view);
    }
    put(buffer);
    return 0;
}
