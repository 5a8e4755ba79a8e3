/* Sorts by exchanging neighbours: every pair of elements may be compared, where it lies. */
extern void *memmove(void *, const void *, size_t);

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    if (count < 2 || size == 0) {
        return;
    }
    char *elements = base;
    char *held = __builtin_alloca(size);
    /* All elements must be there, whatever is compared first. */
    memmove(elements, elements, count * size);
    for (size_t sorted = 1; sorted < count; sorted++) {
        for (size_t place = sorted; place > 0; place--) {
            char *left = elements + (place - 1) * size;
            char *right = elements + place * size;
            if (compare(left, right) <= 0) {
                break;
            }
            memmove(held, left, size);
            memmove(left, right, size);
            memmove(right, held, size);
        }
    }
}
