//@ mode: check
//@ options: --malloc-never-fails
int main(int count, char **arguments)
{
    return arguments[count + 1] == 0; //~ error[out-of-bounds]
}
