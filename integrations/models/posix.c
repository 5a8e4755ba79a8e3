/* Models of functions of POSIX that hand out memory: what is not given back is lost, and what is given back twice is an error.
 *
 *     besom check program.c integrations/models/posix.c */
#include "besom.h"
#include <dirent.h>
#include <netdb.h>
#include <unistd.h>

enum { longest_path = 4095 };

char *realpath(const char *restrict path, char *restrict resolved)
{
    size_t length = strlen(path);
    if (length == 0 || besom_any_int())
        return NULL;
    if (!resolved)
        return besom_string(longest_path);
    besom_any_bytes(resolved, longest_path);
    resolved[longest_path] = 0;
    return resolved;
}

char *getcwd(char *buffer, size_t size)
{
    if (besom_any_int())
        return NULL;
    if (!buffer)
        return besom_string(size ? size - 1 : longest_path);
    if (size == 0)
        return NULL;
    besom_any_bytes(buffer, size - 1);
    buffer[size - 1] = 0;
    return buffer;
}

/* Nobody looks into a directory but the library. */
DIR *opendir(const char *name)
{
    size_t length = strlen(name);
    return length == 0 || besom_any_int() ? NULL : besom_new(1);
}

int closedir(DIR *directory)
{
    free(directory);
    return besom_any_int();
}

int getaddrinfo(const char *restrict name, const char *restrict service,
                const struct addrinfo *restrict hints, struct addrinfo **restrict result)
{
    struct addrinfo *found = NULL;
    int error = besom_any_int();
    if (name)
        (void)strlen(name);
    if (service)
        (void)strlen(service);
    if (error)
        return error;
    do {
        struct addrinfo *info = besom_new(sizeof *info);
        info->ai_flags = hints ? hints->ai_flags : 0;
        info->ai_addrlen = sizeof(struct sockaddr);
        info->ai_addr = besom_new(sizeof(struct sockaddr));
        info->ai_canonname = NULL;
        info->ai_next = found;
        found = info;
    } while (besom_any_int());
    *result = found;
    return 0;
}

void freeaddrinfo(struct addrinfo *info)
{
    while (info) {
        struct addrinfo *next = info->ai_next;
        free(info->ai_addr);
        free(info);
        info = next;
    }
}
