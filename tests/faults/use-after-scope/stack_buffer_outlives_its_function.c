//@ seen-by: asan
#include <stdio.h>
#include <string.h>

struct message { const char *text; };

static void fill(struct message *m, const char *name)
{
    char buffer[32]; //~ note "allocated here"
    snprintf(buffer, sizeof buffer, "hello %s", name);
    m->text = buffer;
}

int main(void)
{
    struct message m;
    fill(&m, "you");
    size_t n = strlen(m.text); //~ error[use-after-scope]
    printf("%zu\n", n);
    return 0;
}
