// Mistakes on ways that leave early, in functions that take too long on strings of any length: each is told, and the same
// functions without them are silent.
#include <stdlib.h>
#include <string.h>

void report(const char *text, ...);

struct options {
    char *path;
    int level;
    int strategy;
    int mode;
    int direct;
};

/* Parses the letters of a mode, one by one, into many combinations. */
static int parse(struct options *options, const char *mode)
{
    while (*mode) {
        if (*mode >= '0' && *mode <= '9')
            options->level = *mode - '0';
        else
            switch (*mode) {
            case 'r':
                options->mode = 1;
                break;
            case 'w':
                options->mode = 2;
                break;
            case 'a':
                options->mode = 3;
                break;
            case 'f':
                options->strategy = 1;
                break;
            case 'h':
                options->strategy = 2;
                break;
            case 'R':
                options->strategy = 3;
                break;
            case 'T':
                options->direct = 1;
                break;
            default:
                break;
            }
        mode++;
    }
    return options->mode;
}

struct options *open_and_lose(const char *path, const char *mode)
{
    size_t length;
    struct options *options = malloc(sizeof *options);
    if (!options)
        return NULL;
    options->level = options->strategy = options->mode = options->direct = 0;
    if (!parse(options, mode)) {
        free(options);
        return NULL;
    }
    length = strlen(path);
    options->path = malloc(length + 1);
    if (!options->path) {
        report("no memory for %s", path);
        return NULL; //~ alarm[memory-lost]
    }
    memcpy(options->path, path, length + 1);
    return options;
}

struct options *open_and_keep(const char *path, const char *mode)
{
    size_t length;
    struct options *options = malloc(sizeof *options);
    if (!options)
        return NULL;
    options->level = options->strategy = options->mode = options->direct = 0;
    if (!parse(options, mode)) {
        free(options);
        return NULL;
    }
    length = strlen(path);
    options->path = malloc(length + 1);
    if (!options->path) {
        report("no memory for %s", path);
        free(options);
        return NULL;
    }
    memcpy(options->path, path, length + 1);
    return options;
}
