//@ mode: check
int main(void)
{
    int number;
    int *place = &number;
    const int *first = (const int[]){ 1, 2 };
    const int *second = (const int[]){ 1, 2 };
    if (first == second) {
        place = 0;
    }
    *place = 1; //~ alarm[null-dereference]
    return 0;
}
