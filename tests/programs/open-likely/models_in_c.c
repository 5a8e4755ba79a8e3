// Functions of other libraries with models in C: what they hand out is lost, or given back twice, as anything else.
#include "../../../integrations/models/besom.h"

struct session {
    char *user;
    int number;
};

/* The models. */

char *registry_path(const char *name)
{
    if (strlen(name) == 0 || besom_any_int())
        return NULL;
    return besom_string(64);
}

struct session *session_open(int number)
{
    struct session *session = besom_new(sizeof *session);
    session->user = NULL;
    session->number = number;
    return session;
}

void session_close(struct session *session)
{
    free(session->user);
    free(session);
}

int registry_size(void)
{
    int size = besom_any_int();
    besom_assume(size >= 0);
    return size;
}

/* What is to be analysed. */

int sessions_closed(int number)
{
    struct session *session = session_open(number);
    int result = session->number;
    session_close(session);
    return result;
}

int session_closed_twice(int number)
{
    struct session *session = session_open(number);
    session_close(session);
    session_close(session); //~ alarm[use-after-free]
    return number;
}

int session_left(int number)
{
    struct session *session = session_open(number);
    if (session->number < 0)
        return -1; //~ missed[memory-lost] "bytes of a model are not known, so that its contract is not exact"
    session_close(session);
    return 0;
}

int path_freed(const char *name)
{
    char *path = registry_path(name);
    if (!path)
        return -1;
    free(path);
    return registry_size();
}

int path_lost(const char *name)
{
    char *path = registry_path(name);
    if (!path)
        return -1;
    if (registry_size() > 10)
        return 0; //~ missed[memory-lost] "bytes of a model are not known, so that its contract is not exact"
    free(path);
    return 1;
}
