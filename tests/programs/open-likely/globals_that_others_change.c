// What a global leads to is not lost where a function without a body stores something else there: that one has it then.
#include <stdlib.h>

struct backlog {
    char *bytes;
    size_t size;
};

struct server {
    struct backlog *backlog;
    int flags;
};

struct server server;

void changed(int what);

void create_backlog(size_t size)
{
    server.backlog = malloc(sizeof *server.backlog);
    if (!server.backlog)
        return;
    server.backlog->size = size;
    server.backlog->bytes = NULL;
    changed(1);
}

/* It is overwritten by the function itself. */
void lose_backlog(size_t size)
{
    server.backlog = malloc(sizeof *server.backlog);
    if (!server.backlog)
        return;
    server.backlog->size = size;
    server.backlog = NULL;
    changed(1);
} //~ alarm[memory-lost]
