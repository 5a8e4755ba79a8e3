/* The element is at one of the positions from `low` to before `high`. C leaves open which elements are compared, and which
   one of several equal ones is found. */
extern int __besom_left_open(void);

static void compare_some(const void *key, const char *elements, size_t count, size_t size,
                         int (*compare)(const void *, const void *))
{
    while (__besom_left_open()) {
        for (size_t place = 0; place < count; place++) {
            if (__besom_left_open()) {
                compare(key, elements + place * size);
            }
        }
    }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    const char *elements = base;
    size_t low = 0;
    size_t high = count;
    compare_some(key, elements, count, size, compare);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, elements + middle * size);
        if (order < 0) {
            high = middle;
        } else if (order > 0) {
            low = middle + 1;
        } else {
            while (middle > 0 && __besom_left_open() && compare(key, elements + (middle - 1) * size) == 0) {
                middle--;
            }
            while (middle + 1 < count && __besom_left_open() && compare(key, elements + (middle + 1) * size) == 0) {
                middle++;
            }
            return (void *)(elements + middle * size);
        }
    }
    compare_some(key, elements, count, size, compare);
    return (void *)0;
}
