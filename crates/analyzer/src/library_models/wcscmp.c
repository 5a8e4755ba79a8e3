int wcscmp(const int *first, const int *second)
{
    for (; *first == *second; first++, second++) {
        if (*first == 0) {
            return 0;
        }
    }
    return *first < *second ? -1 : 1;
}
