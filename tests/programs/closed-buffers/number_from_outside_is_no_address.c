// An address that is computed from inputs alone belongs to no block of the program.

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long number = __VERIFIER_nondet_ulong();
    if (number >= 65536)
        *(int *)(number & ~3ul) = 1; //~ error[no-provenance]
    return 0;
}
