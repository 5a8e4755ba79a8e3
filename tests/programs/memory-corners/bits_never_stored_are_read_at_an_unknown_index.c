//@ mode: check
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct fields {
    unsigned short a : 12, b : 4;
    unsigned short c;
};

int main(void)
{
    struct fields fields;
    fields.a = 5;
    fields.c = 0x101;
    unsigned index = __VERIFIER_nondet_uint();
    unsigned count = 0;
    while (count < 54321) {
        count++;
    }
    if (index < 4 && ((unsigned char *)&fields)[index] > 7) { //~ error[uninitialised-use]
        return 1;
    }
    return 0;
}
