#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct date {
    uint16_t day : 5;
    uint16_t month : 4;
    uint16_t year : 7;
};

static uint16_t raw(struct date d)
{
    uint16_t r;
    memcpy(&r, &d, sizeof r);
    return r;
}

static int earlier(struct date a, struct date b)
{
    return raw(a) < raw(b);
}

static struct date tomorrow(struct date d)
{
    static const uint8_t days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    int leap = d.month == 2 && (d.year + 1980) % 4 == 0;
    if (d.day++ >= days[d.month - 1] + leap) {
        d.day = 1;
        if (d.month++ == 12) {
            d.month = 1;
            d.year++;
        }
    }
    return d;
}

int main(void)
{
    struct date dates[] = { { 28, 2, 44 }, { 28, 2, 45 }, { 31, 12, 19 }, { 30, 4, 0 }, { 1, 1, 127 } };
    for (int i = 0; i < 5; i++) {
        struct date d = tomorrow(dates[i]);
        printf("%d-%02d-%02d %04x %d\n", d.year + 1980, d.month, d.day, raw(d), earlier(dates[i], d));
    }
    return sizeof(struct date);
}
