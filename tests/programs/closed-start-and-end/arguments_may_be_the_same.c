//@ mode: check
//@ options: --malloc-never-fails
extern int __VERIFIER_nondet_int(void);

int main(int count, char **arguments)
{
    int first = __VERIFIER_nondet_int();
    int second = __VERIFIER_nondet_int();
    int numbers[1];
    if (first < 0 || second < 0 || first >= count || second >= count) {
        return 0;
    }
    numbers[arguments[first] == arguments[second]] = 0; //~ error[out-of-bounds]
    return 0;
}
