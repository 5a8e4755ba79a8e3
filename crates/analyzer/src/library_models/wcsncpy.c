extern size_t wcsnlen(const int *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *memset(void *, int, size_t);

/* Without room for a zero, none is written. */
int *wcsncpy(int *to, const int *from, size_t limit)
{
    size_t length = wcsnlen(from, limit);
    memcpy(to, from, length * sizeof(int));
    memset(to + length, 0, (limit - length) * sizeof(int));
    return to;
}
