//@ seen-by: asan
#include <stdio.h>

struct point { int x, y; };

int main(void)
{
    struct point *p = NULL;
    int n = 3;
    if (n > 2) {
        p = &(struct point){ n, 2 * n };
        printf("%d\n", p->x);
    }
    printf("%d\n", p->y); //~ error[use-after-scope]
    return 0;
}
