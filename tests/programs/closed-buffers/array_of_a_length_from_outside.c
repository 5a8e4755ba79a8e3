// As its twin, but the length is looked at first.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int start = 0;
    while (start < 54321)
        start++;
    int length = __VERIFIER_nondet_int();
    if (length > 10 || length < 1)
        return 0;
    char letters[length];
    letters[length - 1] = 'a';
    return letters[length - 1] != 'a';
}
