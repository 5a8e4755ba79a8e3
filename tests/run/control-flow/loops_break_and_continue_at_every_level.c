#include <stdio.h>

int main(void)
{
    for (int i = 0; i < 6; i++) {
        if (i == 1)
            continue;
        int j = 0;
        while (1) {
            j++;
            if (j == 2)
                continue;
            if (j > i)
                break;
            printf("%d.%d ", i, j);
        }
        do {
            if (i % 2)
                break;
            printf("even ");
        } while (0);
        switch (i) {
        case 3:
            continue;
        case 5:
            break;
        default:
            printf("default ");
        }
        printf("\n");
    }
    int n = 0;
    for (;;) {
        if (n++ > 3)
            break;
        for (int k = n; k; k--)
            if (k == 2)
                goto next;
        printf("no two in %d\n", n);
    next:;
    }
    int i = 10;
    do
        i--;
    while (i > 5 && i != 7);
    printf("%d %d\n", i, n);
    return 0;
}
