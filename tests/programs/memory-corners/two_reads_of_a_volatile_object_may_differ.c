//@ mode: check
static volatile int shared;

int main(void)
{
    int number;
    int *place = &number;
    if (shared != shared) {
        place = 0;
    }
    *place = 1; //~ alarm[null-dereference]
    return 0;
}
