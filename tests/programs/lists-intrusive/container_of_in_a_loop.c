//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
};

struct device {
    struct link by_name;
    struct link by_address;
    char *buffer;
};

int main(void)
{
    struct link *by_address = NULL;
    while (__VERIFIER_nondet_int()) {
        struct device *device = malloc(sizeof *device);
        device->buffer = malloc(16);
        device->by_name.next = NULL;
        device->by_address.next = by_address;
        by_address = &device->by_address;
    }
    while (by_address != NULL) {
        struct device *device = container_of(by_address, struct device, by_address);
        by_address = by_address->next;
        free(device->buffer);
        free(device);
    }
    return 0;
}
