//@ mode: check
//@ options: --malloc-never-fails
int main(int count, char **arguments)
{
    if (count > 1 && arguments[1][0] != 0) {
        arguments[1][0] = 'x'; //~ gave-up[analysis] "a write to a string that the system owns"
    }
    return 0;
}
