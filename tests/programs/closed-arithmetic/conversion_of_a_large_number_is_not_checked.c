// Nothing is claimed of floating-point numbers; what such a conversion gives is any number.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    double large = __VERIFIER_nondet_int() * 1e10;
    int number = large;
    int cells[4] = {0};
    if (number >= 0 && number < 4) {
        cells[number] = 1;
    }
    return cells[0];
}
