extern void *memcpy(void *, const void *, size_t);

int *wmemcpy(int *to, const int *from, size_t count)
{
    return memcpy(to, from, count * sizeof(int));
}
