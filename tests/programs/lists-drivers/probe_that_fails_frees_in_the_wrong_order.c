//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct urb {
    char *buffer;
};

struct device {
    struct urb *urb;
};

static int probe(struct device *device)
{
    device->urb = malloc(sizeof *device->urb);
    if (device->urb == NULL)
        goto fail;
    device->urb->buffer = malloc(64);
    if (device->urb->buffer == NULL)
        goto fail_urb;
    if (__VERIFIER_nondet_int())
        goto fail_buffer;
    return 0;

fail_buffer:
    free(device->urb);
    free(device->urb->buffer); //~ error[use-after-free]
fail_urb:
    device->urb = NULL;
fail:
    return -1;
}

int main(void)
{
    struct device *device = malloc(sizeof *device);
    if (probe(device) == 0) {
        free(device->urb->buffer);
        free(device->urb);
    }
    free(device);
    return 0;
}
