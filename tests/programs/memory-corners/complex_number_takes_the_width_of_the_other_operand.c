// A complex number of the width of `float` and a real one of the width of `double` are added in complex numbers of the latter.
int main(void) {
    float _Complex narrow;
    double wide;
    char table[16] = { 0 };
    table[sizeof(narrow + narrow)] = 1;
    return table[sizeof(narrow + wide)]; //~ error[out-of-bounds]
}
