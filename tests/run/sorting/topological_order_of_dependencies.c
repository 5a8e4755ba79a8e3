#include <stdio.h>
#include <string.h>

#define COUNT 7

static const char *const names[COUNT] = { "shirt", "tie", "jacket", "belt", "trousers", "shoes", "socks" };
static const struct { unsigned char before, after; } rules[] = {
    { 0, 1 }, { 1, 2 }, { 0, 3 }, { 3, 2 }, { 4, 3 }, { 4, 5 }, { 6, 5 },
};

static int order(int *result, int extra_from, int extra_to)
{
    int waiting[COUNT] = { 0 }, done = 0;
    char taken[COUNT] = { 0 };
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
        waiting[rules[i].after]++;
    if (extra_from >= 0)
        waiting[extra_to]++;
    for (int progress = 1; progress;) {
        progress = 0;
        for (int n = 0; n < COUNT; n++) {
            if (taken[n] || waiting[n])
                continue;
            taken[n] = progress = 1;
            result[done++] = n;
            for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
                if (rules[i].before == n)
                    waiting[rules[i].after]--;
            if (extra_from == n)
                waiting[extra_to]--;
        }
    }
    return done;
}

int main(void)
{
    int result[COUNT];
    int done = order(result, -1, 0);
    for (int i = 0; i < done; i++)
        printf("%s ", names[result[i]]);
    printf("\n");
    done = order(result, 2, 4);
    printf("%d of %d with a cycle\n", done, COUNT);
    return done;
}
