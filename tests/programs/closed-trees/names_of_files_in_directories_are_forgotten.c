#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct file { struct file *next; char *name; };
struct directory { struct file *files; struct directory *child, *sibling; };

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL)
        exit(1);
    return memory;
}
static void add_file(struct directory *directory, int length)
{
    if (length < 0 || length > 255)
        return;
    struct file *file = allocate(sizeof *file);
    file->name = allocate(length + 1);
    file->name[0] = '\0';
    file->next = directory->files;
    directory->files = file;
}
static struct directory *read_directory(void)
{
    struct directory *directory = allocate(sizeof *directory);
    directory->files = NULL;
    directory->child = directory->sibling = NULL;
    while (__VERIFIER_nondet_int())
        add_file(directory, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int()) {
        struct directory *child = read_directory();
        child->sibling = directory->child;
        directory->child = child;
    }
    return directory;
}
static void destroy(struct directory *directory)
{
    while (directory != NULL) {
        struct directory *sibling = directory->sibling;
        destroy(directory->child);
        while (directory->files != NULL) {
            struct file *file = directory->files;
            directory->files = file->next;
            free(file); //~ error[memory-lost]
        }
        free(directory);
        directory = sibling;
    }
}

int main(void)
{
    destroy(read_directory());
    return 0;
}
