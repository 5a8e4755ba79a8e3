extern size_t wcslen(const int *);
extern void *malloc(size_t);
extern void *memcpy(void *, const void *, size_t);

int *wcsdup(const int *text)
{
    size_t size = (wcslen(text) + 1) * sizeof(int);
    int *copy = malloc(size);
    if (copy) {
        memcpy(copy, text, size);
    }
    return copy;
}
