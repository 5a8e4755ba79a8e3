//@ mode: check
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static char arena[4096];
static unsigned long used;

/* Whether there is room is asked of the rounded size, by what is left of the arena. */
static char *take(unsigned long count)
{
    count = (count + 7) & ~7ul;
    if (count > sizeof arena - used) {
        return 0;
    }
    char *taken = arena + used;
    used += count;
    return taken;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        unsigned count = __VERIFIER_nondet_uint() % 100;
        char *taken = take(count);
        if (!taken) {
            used = 0;
            continue;
        }
        for (unsigned i = 0; i < count; i++) {
            taken[i] = 1;
        }
    }
    return 0;
}
