/* C tells only the sign of the result where the strings differ. */
extern int __besom_left_open(void);
extern int __VERIFIER_nondet_int(void);

int wcscmp(const int *first, const int *second)
{
    for (; *first == *second; first++, second++) {
        if (*first == 0) {
            return 0;
        }
    }
    int difference = __besom_left_open() ? __VERIFIER_nondet_int() : 0;
    if (*first < *second) {
        return difference < 0 ? difference : -1;
    }
    return difference > 0 ? difference : 1;
}
