// Functions of POSIX are done with buffers and names when they return: what the caller does not give back is lost.
#include <stdlib.h>
#include <unistd.h>

char *target_of_link(const char *path)
{
    char *buffer = malloc(64);
    if (!buffer)
        return NULL;
    ssize_t length = readlink(path, buffer, 63);
    if (length < 0)
        return NULL; //~ alarm[memory-lost]
    buffer[length < 63 ? length : 63] = 0;
    return buffer;
}

char *target_of_link_or_nothing(const char *path)
{
    char *buffer = malloc(64);
    if (!buffer)
        return NULL;
    ssize_t length = readlink(path, buffer, 63);
    if (length < 0) {
        free(buffer);
        return NULL;
    }
    buffer[length < 63 ? length : 63] = 0;
    return buffer;
}

void note(char *text);

/* Another function may keep it. */
int noted(void)
{
    char *text = malloc(64);
    if (!text)
        return -1;
    text[0] = 0;
    note(text);
    return 0;
}
