//@ seen-by: valgrind-leak
#include <stdlib.h>
#include <string.h>

struct session { char *buffer; int id; };

int main(void)
{
    struct session s = { malloc(32), 7 }; //~ note "allocated here"
    if (!s.buffer)
        return 1;
    memset(&s, 0, sizeof s); //~ error[memory-lost]
    free(s.buffer);
    return s.id;
}
