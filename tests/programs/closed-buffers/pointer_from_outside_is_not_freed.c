// Whoever is handed a pointer from outside may look at it, but not free it.

#include <stdlib.h>

extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    int *place = __VERIFIER_nondet_pointer();
    if (place != NULL)
        free(place); //~ error[free-not-heap]
    return 0;
}
