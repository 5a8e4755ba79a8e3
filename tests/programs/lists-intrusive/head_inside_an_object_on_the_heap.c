//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

struct bus {
    int speed;
    struct list_head devices;
};

struct device {
    struct list_head link;
    int irq;
};

int main(void)
{
    struct bus *bus = malloc(sizeof *bus);
    bus->speed = 0;
    bus->devices.next = &bus->devices;
    bus->devices.prev = &bus->devices;
    while (__VERIFIER_nondet_int()) {
        struct device *device = malloc(sizeof *device);
        device->irq = 5;
        device->link.next = bus->devices.next;
        device->link.prev = &bus->devices;
        bus->devices.next->prev = &device->link;
        bus->devices.next = &device->link;
    }
    while (bus->devices.next != &bus->devices) {
        struct list_head *link = bus->devices.next;
        bus->devices.next = link->next;
        free(container_of(link, struct device, link));
    }
    free(bus);
    return 0;
}
