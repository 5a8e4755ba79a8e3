//@ seen-by: asan valgrind
static int data[4] = { 1, 2, 3, 4 };

int main(void)
{
    int (*function)(void) = (int (*)(void))(void *)data;
    return function(); //~ error[bad-call-target]
}
