//@ mode: check
static const int *first = (const int[]){ 1, 2 };
static const int *second = (const int[]){ 1, 2 };

int main(void)
{
    int number;
    int *place = &number;
    if (first == second) {
        place = 0;
    }
    *place = 1; //~ alarm[null-dereference]
    return 0;
}
