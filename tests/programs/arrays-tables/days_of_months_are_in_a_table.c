// Fields of records in a constant table, at any index, with and without a sign.
//@ mode: check
#include <stdio.h>
#include <stdlib.h>

struct month {
    short number;
    signed char days;
    int shift;
};

static const struct month months[] = {
    { 1, 31, -3 }, { 2, 28, 0 }, { 3, 31, 0 }, { 4, 30, -3 }, { 5, 31, 2 }, { 6, 30, -1 },
};

int main(void)
{
    int calendar[31] = { 0 }, shifts[6] = { 0 };
    unsigned month;
    while (scanf("%u", &month) == 1) {
        if (month >= sizeof months / sizeof months[0])
            continue;
        calendar[months[month].days - 1] += months[month].number;
        shifts[months[month].shift + 3]++;
    }
    printf("%d %d\n", calendar[30], shifts[0]);
    return 0;
}
