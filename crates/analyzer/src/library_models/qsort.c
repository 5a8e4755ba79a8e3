/* Sorts by exchanging neighbours. C leaves open which pairs are compared, how often and in which order, and in which order
   elements that compare equal end up. */
extern void *memmove(void *, const void *, size_t);
extern int __besom_left_open(void);

static void compare_some_pairs(char *elements, size_t count, size_t size,
                               int (*compare)(const void *, const void *))
{
    while (__besom_left_open()) {
        for (size_t first = 0; first < count; first++) {
            for (size_t second = 0; second < count; second++) {
                if (first != second && __besom_left_open()) {
                    compare(elements + first * size, elements + second * size);
                }
            }
        }
    }
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    if (count < 2 || size == 0) {
        return;
    }
    char *elements = base;
    char *held = __builtin_alloca(size);
    /* All elements must be there, whatever is compared first. */
    memmove(elements, elements, count * size);
    compare_some_pairs(elements, count, size, compare);
    for (size_t sorted = 1; sorted < count; sorted++) {
        for (size_t place = sorted; place > 0; place--) {
            char *left = elements + (place - 1) * size;
            char *right = elements + place * size;
            int order = compare(left, right);
            if (order < 0 || (order == 0 && !__besom_left_open())) {
                break;
            }
            memmove(held, left, size);
            memmove(left, right, size);
            memmove(right, held, size);
        }
    }
    compare_some_pairs(elements, count, size, compare);
}
