#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct bit { struct bit *zero, *one; int is_used; };

static struct bit *make(void)
{
    struct bit *bit = calloc(1, sizeof *bit);
    if (bit == NULL)
        exit(1);
    return bit;
}
static void add(struct bit *bit, unsigned number)
{
    for (int i = 31; i >= 0; i--) {
        struct bit **next = number >> i & 1 ? &bit->one : &bit->zero;
        if (*next == NULL)
            *next = make();
        bit = *next;
    }
    bit->is_used = 1;
}
static int has(const struct bit *bit, unsigned number)
{
    for (int i = 31; i >= 0 && bit != NULL; i--)
        bit = number >> i & 1 ? bit->one : bit->zero;
    return bit != NULL && bit->is_used;
}
static void destroy(struct bit *bit)
{
    if (bit == NULL)
        return;
    destroy(bit->zero);
    if (bit->is_used)
        destroy(bit->one);
    free(bit); //~ error[memory-lost]
}

int main(void)
{
    struct bit *root = make();
    while (__VERIFIER_nondet_int())
        add(root, __VERIFIER_nondet_int());
    int result = has(root, 5);
    destroy(root);
    return result;
}
