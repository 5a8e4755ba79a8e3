#include <ctype.h>
#include <stdio.h>

enum state { START, SIGN, WHOLE, POINT, FRACTION, BAD };

static enum state next(enum state state, char c)
{
    switch (state) {
    case START:
        if (c == '+' || c == '-')
            return SIGN;
        /* fall through */
    case SIGN:
        return isdigit((unsigned char)c) ? WHOLE : c == '.' ? POINT : BAD;
    case WHOLE:
        return isdigit((unsigned char)c) ? WHOLE : c == '.' ? FRACTION : BAD;
    case POINT:
    case FRACTION:
        return isdigit((unsigned char)c) ? FRACTION : BAD;
    case BAD:
        break;
    }
    return BAD;
}

int main(void)
{
    const char *inputs[] = { "12", "-3.5", ".5", "+.", "1.2.3", "abc", "", "7.", "+42" };
    int good = 0;
    for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        enum state state = START;
        for (const char *p = inputs[i]; *p; p++)
            state = next(state, *p);
        int accepted = state == WHOLE || state == FRACTION;
        good += accepted;
        printf("%-6s %s\n", inputs[i], accepted ? "yes" : "no");
    }
    return good;
}
