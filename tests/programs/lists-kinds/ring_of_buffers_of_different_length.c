//@ options: --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct buffer {
    struct buffer *next;
    struct buffer *previous;
    unsigned length;
    char bytes[];
};

static struct buffer head = { &head, &head, 0 };

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        unsigned length = (unsigned)__VERIFIER_nondet_int() % 512;
        struct buffer *buffer = calloc(1, sizeof *buffer + length);
        if (buffer == NULL)
            break;
        buffer->length = length;
        buffer->next = head.next;
        buffer->previous = &head;
        head.next->previous = buffer;
        head.next = buffer;
    }
    for (struct buffer *buffer = head.next; buffer != &head; buffer = buffer->next)
        if (buffer->length > 3)
            buffer->bytes[buffer->length - 1] = 'x';
    while (head.next != &head) {
        struct buffer *buffer = head.next;
        buffer->next->previous = buffer->previous;
        buffer->previous->next = buffer->next;
        free(buffer);
    }
    return 0;
}
