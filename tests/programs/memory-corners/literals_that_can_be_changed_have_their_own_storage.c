//@ mode: check
int main(void)
{
    int number;
    int *place = &number;
    int *first = (int[]){ 1, 2 };
    int *second = (int[]){ 1, 2 };
    if (first == second) {
        place = 0;
    }
    *place = 1;
    return 0;
}
