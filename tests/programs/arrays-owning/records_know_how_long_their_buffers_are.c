//@ mode: check
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct buffer {
    size_t length;
    char *bytes;
};

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 1000) {
        return 0;
    }
    struct buffer *buffers = malloc(count * sizeof *buffers);
    if (!buffers) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        buffers[i].length = i + 1;
        buffers[i].bytes = malloc(buffers[i].length);
        if (!buffers[i].bytes) {
            abort();
        }
        memset(buffers[i].bytes, 0, buffers[i].length);
    }
    for (int i = 0; i < count; i++) {
        for (size_t j = 0; j < buffers[i].length; j++) {
            buffers[i].bytes[j] = (char)j;
        }
    }
    for (int i = 0; i < count; i++) {
        free(buffers[i].bytes);
    }
    free(buffers);
    return 0;
}
