// A loop over a list of any length (Figure 9 of the paper on low-level bi-abduction).
//@ options: --malloc-never-fails
struct sll {
    struct sll *next;
};

struct sll *to_the_end(struct sll *x)
{
    while (x)
        x = x->next;
    return x;
}
