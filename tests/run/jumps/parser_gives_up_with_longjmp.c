#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf failed;
static const char *text, *at;

static void fail(int code)
{
    longjmp(failed, code);
}

static int value(void)
{
    if (*at == '[') {
        int deepest = 0;
        at++;
        while (*at != ']') {
            int depth = value();
            if (depth > deepest)
                deepest = depth;
            if (*at == ',')
                at++;
            else if (*at != ']')
                fail(2);
        }
        at++;
        return deepest + 1;
    }
    if (!isdigit((unsigned char)*at))
        fail(*at ? 1 : 3);
    while (isdigit((unsigned char)*at))
        at++;
    return 0;
}

static int depth(const char *input)
{
    static const char *const reasons[] = { "", "unexpected character", "missing comma", "unexpected end" };
    text = at = input;
    int code = setjmp(failed);
    if (code) {
        printf("%s: %s at %td\n", text, reasons[code], at - text);
        return -1;
    }
    int result = value();
    printf("%s: depth %d\n", text, result);
    return result;
}

int main(void)
{
    const char *inputs[] = { "12", "[1,[2,3],[[]]]", "[1 2]", "[1,[2", "[x]", "[]" };
    int total = 0;
    for (int i = 0; i < 6; i++)
        total += depth(inputs[i]);
    return total;
}
