#include <stdio.h>

int main(void)
{
    int count;
    if (scanf("%d", &count) != 1)
        return 1;
    printf("%d entries\n", count);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        char name[16];
        double price;
        int n = scanf("%15s %lf", name, &price);
        if (n != 2) {
            printf("bad entry %d\n", n);
            return 2;
        }
        sum += price;
        printf("%-8s %6.2f\n", name, price);
    }
    printf("%.2f\n", sum);
    char rest[32];
    int skipped = scanf(" %[^\n]", rest);
    printf("%d %s\n", skipped, rest);
    int x = -1, n = scanf("%d", &x);
    printf("%d %d\n", n, x);
    return 3;
}
