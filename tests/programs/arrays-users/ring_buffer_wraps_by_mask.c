//@ mode: check
#define ROOM 64

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static int items[ROOM];
    unsigned read = 0;
    unsigned written = 0;
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        if (written - read < ROOM) {
            items[written++ & (ROOM - 1)] = 1;
        }
        if (__VERIFIER_nondet_int() && read != written) {
            sum ^= items[read++ & (ROOM - 1)];
        }
    }
    return sum;
}
