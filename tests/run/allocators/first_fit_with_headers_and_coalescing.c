#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct header { size_t size; int is_free; };

#define POOL 512
static union { char bytes[POOL]; max_align_t align; } pool;

static struct header *next(struct header *h)
{
    struct header *n = (struct header *)((char *)(h + 1) + h->size);
    return (char *)n < pool.bytes + POOL ? n : NULL;
}

static void start(void)
{
    struct header *h = (struct header *)pool.bytes;
    h->size = POOL - sizeof *h;
    h->is_free = 1;
}

static void *take(size_t size)
{
    size = (size + 15) / 16 * 16;
    for (struct header *h = (struct header *)pool.bytes; h; h = next(h)) {
        if (!h->is_free || h->size < size)
            continue;
        if (h->size >= size + sizeof *h + 16) {
            struct header *rest = (struct header *)((char *)(h + 1) + size);
            rest->size = h->size - size - sizeof *h;
            rest->is_free = 1;
            h->size = size;
        }
        h->is_free = 0;
        return h + 1;
    }
    return NULL;
}

static void give(void *p)
{
    ((struct header *)p - 1)->is_free = 1;
    for (struct header *h = (struct header *)pool.bytes, *n; h; h = next(h))
        while (h->is_free && (n = next(h)) && n->is_free)
            h->size += n->size + sizeof *n;
}

static int blocks(int is_free)
{
    int count = 0;
    for (struct header *h = (struct header *)pool.bytes; h; h = next(h))
        count += h->is_free == is_free;
    return count;
}

int main(void)
{
    start();
    char *a = take(40), *b = take(100), *c = take(10);
    memset(a, 'a', 40);
    memset(b, 'b', 100);
    strcpy(c, "ccc");
    printf("%d used, %d free\n", blocks(0), blocks(1));
    give(b);
    printf("%d used, %d free\n", blocks(0), blocks(1));
    char *d = take(30);
    printf("%d %s %c\n", d == b, c, a[39]);
    give(a);
    give(c);
    give(d);
    printf("%d used, %d free, %d\n", blocks(0), blocks(1), take(POOL) == NULL);
    return 0;
}
