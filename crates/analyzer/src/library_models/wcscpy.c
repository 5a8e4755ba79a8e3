extern size_t wcslen(const int *);
extern void *memcpy(void *, const void *, size_t);

int *wcscpy(int *to, const int *from)
{
    return memcpy(to, from, (wcslen(from) + 1) * sizeof(int));
}
