#include <setjmp.h>
#include <stdio.h>

struct handler { jmp_buf place; struct handler *outer; };

static struct handler *current;

#define TRY(handler) (handler.outer = current, current = &handler, setjmp(handler.place))

static void throw(int code)
{
    struct handler *h = current;
    current = h->outer;
    longjmp(h->place, code);
}

static int divide(int a, int b)
{
    if (b == 0)
        throw(7);
    return a / b;
}

static void inner(int a, int b)
{
    struct handler h;
    switch (TRY(h)) {
    case 0:
        printf("quotient %d\n", divide(a, b));
        if (a > 50)
            throw(9);
        current = h.outer;
        break;
    case 7:
        printf("inner handles division\n");
        break;
    default:
        printf("inner passes on\n");
        throw(100);
    }
}

int main(void)
{
    int pairs[][2] = { { 10, 3 }, { 1, 0 }, { 60, 2 } };
    for (volatile int i = 0; i < 3; i++) {
        struct handler h;
        int code = TRY(h);
        if (code == 0) {
            inner(pairs[i][0], pairs[i][1]);
            current = h.outer;
        } else {
            printf("outer got %d\n", code);
        }
    }
    printf("%d\n", current == NULL);
    return 0;
}
