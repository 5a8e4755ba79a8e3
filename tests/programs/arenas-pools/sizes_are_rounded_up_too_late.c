//@ mode: check
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static char arena[20];
static unsigned long used;

/* The rounded size may be more than there is room for: then what is left of the arena is less than nothing. */
static char *take(unsigned long count)
{
    if (count > sizeof arena - used) {
        return 0;
    }
    char *taken = arena + used;
    used += (count + 7) & ~7ul;
    return taken;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        unsigned count = 1 + __VERIFIER_nondet_uint() % 18;
        char *taken = take(count);
        if (!taken) {
            used = 0;
            continue;
        }
        for (unsigned i = 0; i < count; i++) {
            taken[i] = 1; //~ error[out-of-bounds]
        }
    }
    return 0;
}
