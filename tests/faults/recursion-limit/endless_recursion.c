static int down(int n)
{
    return n == -1 ? 0 : down(n + 2) + 1; //~ gave-up[recursion-limit]
}

int main(void)
{
    return down(0);
}
