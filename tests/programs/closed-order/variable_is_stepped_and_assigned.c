//@ mode: check
// What the variable holds then is undefined (C11 6.5p2), even if no order of evaluation leads to an error.
int main(void)
{
    int x = 1;
    x = x++; //~ gave-up[analysis]
    return x > 2;
}
