//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct settings {
    int verbosity;
};

struct session {
    struct settings *settings;
    struct session *next;
};

int main(void)
{
    struct settings *settings = malloc(sizeof *settings);
    settings->verbosity = 2;
    struct session *sessions = NULL;
    while (__VERIFIER_nondet_int()) {
        struct session *session = malloc(sizeof *session);
        session->settings = settings;
        session->next = sessions;
        sessions = session;
    }
    while (sessions != NULL) {
        struct session *session = sessions;
        sessions = session->next;
        session->settings->verbosity = 0;
        free(session);
    }
    free(settings);
    return 0;
}
