//@ mode: check
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static char *text(int size)
{
    char *made = malloc(size);
    if (made == NULL) {
        exit(1);
    }
    for (int i = 0; i < size - 1; i++) {
        made[i] = __VERIFIER_nondet_char();
    }
    made[size - 1] = '\0';
    return made;
}

static int size_of_text(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 100000) {
        exit(1);
    }
    return size;
}

static const char *value(const char *variable, const char *name)
{
    while (*name != '\0' && *variable == *name) {
        variable++;
        name++;
    }
    if (*name == '\0' && *variable == '=') {
        return variable + 1;
    }
    return NULL;
}

static int length(const char *letters)
{
    int count = 0;
    while (letters[count] != '\0') {
        count++;
    }
    return count;
}

int main(void)
{
    char *variable = text(size_of_text()), *name = text(size_of_text());
    const char *found = value(variable, name);
    if (found != NULL) {
        length(found);
    }
    free(variable);
    free(name);
    return 0;
}
