//@ options: --at-exit
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct packet {
    struct packet *next;
    size_t size;
    unsigned char *data;
};

static struct packet *packet_of(size_t size)
{
    struct packet *packet = malloc(sizeof *packet);
    if (packet == NULL)
        return NULL;
    packet->data = malloc(2 * size + 4);
    if (packet->data == NULL) {
        free(packet);
        return NULL;
    }
    packet->size = size;
    packet->next = NULL;
    return packet;
}

int main(void)
{
    struct packet *first = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct packet *packet = packet_of(__VERIFIER_nondet_uchar());
        if (packet == NULL)
            break;
        if (last != NULL)
            last->next = packet;
        else
            first = packet;
        last = packet;
    }
    for (struct packet *packet = first; packet != NULL; packet = packet->next)
        for (size_t i = 0; i < packet->size; i++)
            packet->data[2 * i] = 1;
    while (first != NULL) {
        struct packet *packet = first;
        first = packet->next;
        memset(packet->data, 0, 2 * packet->size + 4);
        free(packet->data);
        free(packet);
    }
    return 0;
}
