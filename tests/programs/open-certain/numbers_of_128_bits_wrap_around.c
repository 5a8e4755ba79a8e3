// Sums of 128 bits without a sign wrap around like others: the caller with the largest number meets no error.
int carries(unsigned __int128 a) //~ gave-up[analysis]
{
    if (a + 1 >= 1)
        return *(int *)0; //~ error-if-called[null-dereference]
    return 0;
}
