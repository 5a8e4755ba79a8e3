//@ mode: check
// The values of a list in braces are computed in any order.
static int next(void)
{
    static int last;
    return ++last;
}

int main(void)
{
    int pair[2] = {next(), next()}; //~ gave-up[analysis]
    return 4 / (pair[0] - pair[1] + 2);
}
