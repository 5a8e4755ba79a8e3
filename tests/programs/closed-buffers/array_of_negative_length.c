// An array whose length is decided at run time must not have a negative one, even if nobody accesses it.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int start = 0;
    while (start < 54321)
        start++;
    int length = __VERIFIER_nondet_int();
    if (length > 10)
        return 0;
    char letters[length]; //~ error[bad-array-length]
    return 0;
}
