//@ mode: check
//@ options: --malloc-never-fails
// The address of an argument is the same each time, also where a proof has forgotten which string it was.
extern int __VERIFIER_nondet_int(void);

int main(int count, char **arguments)
{
    int *nowhere = 0;
    int rounds = 0;
    if (count < 2 || arguments[1][0] != '\0') {
        return 0;
    }
    char *first = arguments[1];
    while (__VERIFIER_nondet_int() == 123456789) {
        rounds++;
    }
    if (rounds < 5 || first != arguments[1]) {
        return 0;
    }
    return *nowhere; //~ error[null-dereference]
}
