// What a callee needs and the caller has not seen yet becomes part of the caller's precondition, and the rest of
// what the caller has is left alone (Example 2 of the paper on low-level bi-abduction).
//@ options: --malloc-never-fails
struct pair {
    long *first;
    long second;
};

static long through(struct pair *y)
{
    return *y->first + y->second;
}

long twice(struct pair *x)
{
    long z = x->second;
    return z + through(x);
}
