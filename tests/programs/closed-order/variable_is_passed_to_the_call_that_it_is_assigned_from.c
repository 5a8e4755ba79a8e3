//@ mode: check
// The argument is complete before the call, and the call before the assignment.
static int twice(int x)
{
    return 2 * x;
}

int main(void)
{
    int x = 1;
    x = twice(x++);
    int y = (x++, x + 1);
    return 8 / (x + y - 6);
}
