//@ seen-by: valgrind
#include <string.h>

struct message { unsigned length; char text[16]; };

int main(void)
{
    struct message m;
    char out[16] = "";
    strcpy(m.text, "hello");
    memcpy(out, m.text, m.length & 15); //~ error[uninitialised-use]
    return out[0] == 'h';
}
