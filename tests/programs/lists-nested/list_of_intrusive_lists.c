//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

struct driver {
    struct list_head drivers;
    struct list_head devices;
};

struct device {
    int id;
    struct list_head devices;
};

static void list_init(struct list_head *head)
{
    head->next = head;
    head->prev = head;
}

static void list_add(struct list_head *entry, struct list_head *head)
{
    entry->next = head->next;
    entry->prev = head;
    head->next->prev = entry;
    head->next = entry;
}

static void list_del(struct list_head *entry)
{
    entry->prev->next = entry->next;
    entry->next->prev = entry->prev;
}

static struct driver *driver_create(void)
{
    struct driver *driver = malloc(sizeof *driver);
    list_init(&driver->devices);
    while (__VERIFIER_nondet_int()) {
        struct device *device = malloc(sizeof *device);
        device->id = 1;
        list_add(&device->devices, &driver->devices);
    }
    return driver;
}

static void driver_free(struct driver *driver)
{
    while (driver->devices.next != &driver->devices) {
        struct list_head *link = driver->devices.next;
        list_del(link);
        free(container_of(link, struct device, devices));
    }
    free(driver);
}

int main(void)
{
    struct list_head drivers;
    list_init(&drivers);
    while (__VERIFIER_nondet_int())
        list_add(&driver_create()->drivers, &drivers);
    while (drivers.next != &drivers) {
        struct list_head *link = drivers.next;
        list_del(link);
        driver_free(container_of(link, struct driver, drivers));
    }
    return 0;
}
