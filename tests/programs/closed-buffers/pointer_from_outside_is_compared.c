// A pointer from outside that is compared and passed on, but never used as an address.

#include <stdlib.h>

extern void *__VERIFIER_nondet_pointer(void);

struct request {
    void *cookie;
    int is_answered;
};

static void answer(struct request *request, void *cookie) {
    if (request->cookie == cookie)
        request->is_answered = 1;
}

int main(void) {
    struct request *request = malloc(sizeof *request);
    if (!request)
        return 1;
    request->cookie = __VERIFIER_nondet_pointer();
    request->is_answered = 0;
    answer(request, __VERIFIER_nondet_pointer());
    free(request);
    return 0;
}
