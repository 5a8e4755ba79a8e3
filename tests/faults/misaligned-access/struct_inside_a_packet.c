//@ options: --stop-on misaligned-access
//@ seen-by: ubsan
#include <stdint.h>
#include <stdlib.h>

struct header { uint16_t kind; uint16_t length; };

int main(void)
{
    char *packet = calloc(1, 16);
    if (!packet)
        return 1;
    struct header *h = (struct header *)(packet + 5);
    h->kind = 2; //~ error[misaligned-access]
    free(packet);
    return 0;
}
