//@ mode: check
int main(void)
{
    volatile int flag = 0;
    int number;
    int *place = &number;
    if (flag) {
        place = 0;
    }
    *place = 1; //~ alarm[null-dereference]
    return 0;
}
