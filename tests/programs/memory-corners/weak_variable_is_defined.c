//@ mode: check
int option __attribute__((weak)) = 1;

int main(void)
{
    return option;
}
