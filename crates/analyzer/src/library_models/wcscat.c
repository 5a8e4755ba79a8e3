extern size_t wcslen(const int *);
extern void *memcpy(void *, const void *, size_t);

int *wcscat(int *to, const int *from)
{
    memcpy(to + wcslen(to), from, (wcslen(from) + 1) * sizeof(int));
    return to;
}
