//@ seen-by: ubsan
#include <stdio.h>

enum color { RED, GREEN };

static const char *name(enum color c)
{
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    }
    __builtin_unreachable(); //~ error[unreachable-reached]
}

int main(void)
{
    puts(name(GREEN));
    puts(name((enum color)2));
    return 0;
}
