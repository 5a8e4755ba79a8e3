//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct file;

struct operations {
    void (*close)(struct file *file);
};

struct file {
    const struct operations *operations;
    char *buffer;
    struct file *next;
};

static void close_buffered(struct file *file)
{
    free(file->buffer);
}

static void close_raw(struct file *file)
{
    file->buffer = NULL;
}

static const struct operations buffered = { close_buffered };
static const struct operations raw = { close_raw };

static struct file *open_file(struct file *next)
{
    struct file *file = malloc(sizeof *file);
    file->buffer = NULL;
    file->operations = NULL;
    if (__VERIFIER_nondet_int()) {
        file->buffer = malloc(64);
        file->operations = &buffered;
    }
    file->next = next;
    return file;
}

int main(void)
{
    struct file *files = NULL;
    while (__VERIFIER_nondet_int())
        files = open_file(files);
    while (files != NULL) {
        struct file *file = files;
        files = file->next;
        file->operations->close(file); //~ error[null-dereference]
        free(file);
    }
    return 0;
}
