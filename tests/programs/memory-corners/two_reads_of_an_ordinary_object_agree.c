//@ mode: check
static int shared;

int main(void)
{
    int number;
    int *place = &number;
    if (shared != shared) {
        place = 0;
    }
    *place = 1;
    return 0;
}
