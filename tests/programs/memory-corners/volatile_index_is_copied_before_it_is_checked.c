//@ mode: check
static volatile unsigned index;
static int table[8];

int main(void)
{
    unsigned copy = index;
    if (copy < 8) {
        table[copy] = 1;
    }
    return 0;
}
