extern void *memmove(void *, const void *, size_t);

int *wmemmove(int *to, const int *from, size_t count)
{
    return memmove(to, from, count * sizeof(int));
}
