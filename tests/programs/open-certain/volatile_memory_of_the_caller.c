// Whether two reads of `volatile` memory give the same is up to what the caller has there: a counter never does.
int counts(volatile int *counter) //~ gave-up[analysis]
{
    int first = *counter;
    if (first == *counter)
        return *(int *)0; //~ error-if-called[null-dereference]
    return 0;
}

// Where memory is not `volatile`, they give the same.
int stays(int *number)
{
    int first = *number;
    if (first == *number)
        return *(int *)0; //~ error[null-dereference]
    return 0;
}
