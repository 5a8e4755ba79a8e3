#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct chunk { struct chunk *older; size_t used, size; char bytes[]; };
struct arena { struct chunk *newest; int chunks; };

static char *reserve(struct arena *a, size_t n)
{
    struct chunk *c = a->newest;
    if (!c || c->size - c->used < n) {
        size_t size = n > 32 ? n : 32;
        c = malloc(sizeof *c + size);
        if (!c)
            abort();
        *c = (struct chunk){ .older = a->newest, .size = size };
        a->newest = c;
        a->chunks++;
    }
    char *result = c->bytes + c->used;
    c->used += n;
    return result;
}

static const char *keep(struct arena *a, const char *text)
{
    size_t n = strlen(text) + 1;
    return memcpy(reserve(a, n), text, n);
}

static void release(struct arena *a)
{
    while (a->newest) {
        struct chunk *older = a->newest->older;
        free(a->newest);
        a->newest = older;
    }
}

int main(void)
{
    struct arena arena = { 0 };
    const char *kept[12];
    for (int i = 0; i < 12; i++) {
        char text[16];
        snprintf(text, sizeof text, "%*d", i + 2, i * i);
        kept[i] = keep(&arena, text);
    }
    const char *large = keep(&arena, "a text that is longer than a chunk of this arena");
    size_t total = 0;
    for (int i = 0; i < 12; i++) {
        printf("[%s]", kept[i]);
        total += strlen(kept[i]);
    }
    printf("\n%s\n%zu in %d chunks\n", large, total, arena.chunks);
    int chunks = arena.chunks;
    release(&arena);
    return chunks;
}
