//@ mode: check
//@ options: --malloc-never-fails
struct row {
    int numbers[4];
};

int main(void)
{
    int numbers[6] = {0};
    struct row *first = (struct row *)numbers;
    struct row *second = (struct row *)(numbers + 1);
    *first = *first;
    *second = *first; //~ error[overlapping-copy]
    return 0;
}
