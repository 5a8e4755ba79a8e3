//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

extern int __VERIFIER_nondet_int(void);

struct kref {
    int count;
};

struct widget {
    long id;
    struct kref kref;
};

static void kref_get(struct kref *kref)
{
    kref->count++;
}

static void kref_put(struct kref *kref, void (*release)(struct kref *))
{
    if (--kref->count == 0)
        release(kref);
}

static void widget_release(struct kref *kref)
{
    free(container_of(kref, struct widget, kref));
}

int main(void)
{
    struct widget *widget = malloc(sizeof *widget);
    widget->kref.count = 1;
    int is_shared = __VERIFIER_nondet_int() != 0;
    if (is_shared)
        kref_get(&widget->kref);
    kref_put(&widget->kref, widget_release);
    if (is_shared)
        kref_put(&widget->kref, widget_release);
    return 0;
}
