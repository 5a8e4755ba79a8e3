//@ options: --malloc-never-fails
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int stack[4];
    int depth = 0;
    while (__VERIFIER_nondet_int()) {
        if (depth == 5)
            break;
        stack[depth] = 1; //~ error[out-of-bounds]
        depth++;
    }
    return 0;
}
