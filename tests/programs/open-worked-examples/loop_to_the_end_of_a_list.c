// A loop over a list of any length (Figure 9 of the paper on low-level bi-abduction).
//@ options: --malloc-never-fails
struct sll {
    struct sll *next;
};

/*~ contract requires list x -> 0: at least 0 heap struct sll linked by next ensures result = 0; list x -> 0: at least 0 heap struct sll linked by next */
struct sll *to_the_end(struct sll *x)
{
    while (x)
        x = x->next;
    return x;
}
