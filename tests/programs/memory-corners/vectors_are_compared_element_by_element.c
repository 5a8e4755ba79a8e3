// A comparison of vectors is a vector of integers as wide as the elements, not an `int`.
typedef int four __attribute__((vector_size(16)));
typedef double two __attribute__((vector_size(16)));

int main(void) {
    four a, b;
    two c;
    char table[16] = { 0 };
    table[sizeof((a < b)[0]) + sizeof((c == c)[0])] = 1;
    return table[sizeof(1 > a)]; //~ error[out-of-bounds]
}
