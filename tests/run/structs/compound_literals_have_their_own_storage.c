#include <stdio.h>

struct range { int from, to; };

static int length(const struct range *r)
{
    return r->to - r->from;
}

static int sum(const int *values, int count)
{
    int total = 0;
    while (count--)
        total += *values++;
    return total;
}

static int *global = (int[]){ 5, 6, 7 };
static struct range *whole = &(struct range){ 0, 100 };

int main(void)
{
    printf("%d\n", length(&(struct range){ 3, 10 }));
    printf("%d\n", sum((int[]){ 1, 2, 3, 4 }, 4));
    struct range *r = &(struct range){ .to = 5 };
    r->from -= 2;
    printf("%d %d\n", r->from, r->to);
    for (int i = 0; i < 3; i++) {
        int *fresh = (int[3]){ i };
        fresh[0]++;
        fresh[2] += 5;
        printf("%d %d %d\n", fresh[0], fresh[1], fresh[2]);
    }
    char *text = (char[]){ "modifiable" };
    text[0] = 'M';
    printf("%s %zu\n", text, sizeof((char[]){ "abc" }));
    global[1]++;
    whole->to /= 4;
    printf("%d %d\n", sum(global, 3), length(whole));
    int scalar = (int){ 42 } + *&(int){ 1 };
    printf("%d\n", scalar);
    *r = (struct range){ r->to, r->from };
    printf("%d %d\n", r->from, r->to);
    return 0;
}
