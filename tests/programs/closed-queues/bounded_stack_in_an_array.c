//@ options: --malloc-never-fails
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int stack[4];
    int depth = 0;
    while (__VERIFIER_nondet_int()) {
        if (depth == 4)
            break;
        stack[depth] = 1;
        depth++;
    }
    return 0;
}
