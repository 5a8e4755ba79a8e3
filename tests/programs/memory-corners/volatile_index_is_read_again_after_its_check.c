//@ mode: check
static volatile unsigned index;
static int table[8];

int main(void)
{
    if (index < 8) {
        table[index] = 1; //~ alarm[out-of-bounds]
    }
    return 0;
}
