//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

struct device {
    int minor;
    struct list_head link;
};

static struct list_head devices = { &devices, &devices };

static int device_register(void)
{
    struct device *device = malloc(sizeof *device);
    if (device == NULL)
        return -1;
    device->minor = 0;
    device->link.next = &devices;
    device->link.prev = devices.prev;
    devices.prev->next = &device->link;
    devices.prev = &device->link;
    return 0;
}

static void device_remove(struct device *device)
{
    device->link.prev->next = device->link.next;
    device->link.next->prev = device->link.prev;
    free(device);
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            device_register();
        else if (devices.next != &devices)
            device_remove(container_of(devices.next, struct device, link));
    }
    while (devices.next != &devices)
        device_remove(container_of(devices.next, struct device, link));
    return 0;
}
