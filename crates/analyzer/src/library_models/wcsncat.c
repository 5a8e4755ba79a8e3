extern size_t wcslen(const int *);
extern size_t wcsnlen(const int *, size_t);
extern void *memcpy(void *, const void *, size_t);

/* There is always a zero at the end. */
int *wcsncat(int *to, const int *from, size_t limit)
{
    int *end = to + wcslen(to);
    size_t length = wcsnlen(from, limit);
    memcpy(end, from, length * sizeof(int));
    end[length] = 0;
    return to;
}
