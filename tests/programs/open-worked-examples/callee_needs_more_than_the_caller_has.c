// What a callee needs and the caller has not seen yet becomes part of the caller's precondition, and the rest of
// what the caller has is left alone (Example 2 of the paper on low-level bi-abduction).
//@ options: --malloc-never-fails
struct pair {
    long *first;
    long second;
};

/*~ contract requires y -> struct pair { first: y->first, second: y->second }; y->first -> long { *: *y->first } ensures result = (long)(*y->first + y->second); y -> struct pair { first: y->first, second: y->second }; y->first -> long { *: *y->first }
    requires y -> struct pair { first: y + 8, second: *y->first } ensures result = (long)(2**y->first); y -> struct pair { first: y + 8, second: *y->first } */
static long through(struct pair *y)
{
    return *y->first + y->second;
}

/*~ contract requires x -> struct pair { first: x->first, second: x->second }; x->first -> long { *: *x->first } ensures result = (long)(*x->first + 2*x->second); x -> struct pair { first: x->first, second: x->second }; x->first -> long { *: *x->first }
    requires x -> struct pair { first: x + 8, second: x->second } ensures result = (long)(3*x->second); x -> struct pair { first: x + 8, second: x->second } */
long twice(struct pair *x)
{
    long z = x->second;
    return z + through(x);
}
