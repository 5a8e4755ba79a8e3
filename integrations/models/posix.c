/* Models of functions of POSIX that hand out memory: what is not given back is lost, and what is given back twice is an error.
 *
 *     besom check program.c integrations/models/posix.c */
#include "besom.h"
#include <dirent.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

enum { longest_path = 4095 };

/* Stores a path of at most so many letters; what lies behind it stays as it was. */
static void store_path(char *place, size_t most)
{
    size_t length = besom_any_size();
    besom_assume(1 <= length && length <= most);
    besom_any_bytes(place, length);
    place[0] = '/';
    place[length] = 0;
}

char *realpath(const char *restrict path, char *restrict resolved)
{
    size_t length = strlen(path);
    if (length == 0 || besom_any_int())
        return NULL;
    if (!resolved) {
        resolved = besom_string(longest_path);
        besom_assume(resolved[0] == '/');
        return resolved;
    }
    store_path(resolved, longest_path);
    return resolved;
}

char *getcwd(char *buffer, size_t size)
{
    if (besom_any_int())
        return NULL;
    if (!buffer && size == 0) {
        buffer = besom_string(longest_path);
        besom_assume(buffer[0] == '/');
        return buffer;
    }
    if (size < 2)
        return NULL;
    if (!buffer) {
        buffer = malloc(size);
        besom_assume(buffer != NULL);
    }
    store_path(buffer, size - 1);
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

/* How long an address of a family is; of other families than these it is not known. */
static socklen_t length_of_address(int family)
{
    socklen_t length = besom_any_size();
    if (family == AF_INET)
        return sizeof(struct sockaddr_in);
    if (family == AF_INET6)
        return sizeof(struct sockaddr_in6);
    besom_assume(sizeof(struct sockaddr) <= length && length <= sizeof(struct sockaddr_storage));
    return length;
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
        if (hints && hints->ai_family != AF_UNSPEC)
            info->ai_family = hints->ai_family;
        info->ai_addrlen = length_of_address(info->ai_family);
        info->ai_addr = besom_new(info->ai_addrlen);
        info->ai_addr->sa_family = info->ai_family;
        info->ai_canonname = NULL;
        info->ai_next = found;
        found = info;
    } while (besom_any_int());
    if (found->ai_flags & AI_CANONNAME)
        found->ai_canonname = besom_string(longest_path);
    *result = found;
    return 0;
}

void freeaddrinfo(struct addrinfo *info)
{
    while (info) {
        struct addrinfo *next = info->ai_next;
        free(info->ai_addr);
        free(info->ai_canonname);
        free(info);
        info = next;
    }
}
