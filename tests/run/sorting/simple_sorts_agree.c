#include <stdio.h>
#include <string.h>

static void bubble(int *a, int n)
{
    for (int swapped = 1; swapped--;)
        for (int i = 1; i < n; i++)
            if (a[i - 1] > a[i]) {
                int t = a[i];
                a[i] = a[i - 1];
                a[i - 1] = t;
                swapped = 1;
            }
}

static void insertion(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        int value = a[i], j = i;
        while (j > 0 && a[j - 1] > value) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = value;
    }
}

static void selection(int *a, int n)
{
    for (int *end = a + n; a < end; a++) {
        int *least = a;
        for (int *p = a + 1; p < end; p++)
            if (*p < *least)
                least = p;
        int t = *a;
        *a = *least;
        *least = t;
    }
}

static void shell(int *a, int n)
{
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++)
            for (int j = i - gap; j >= 0 && a[j] > a[j + gap]; j -= gap) {
                a[j] ^= a[j + gap];
                a[j + gap] ^= a[j];
                a[j] ^= a[j + gap];
            }
}

int main(void)
{
    static void (*const sorts[])(int *, int) = { bubble, insertion, selection, shell };
    int data[30], first[30];
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 30; i++)
            data[i] = (i * 7919 + 13) % 101 - 50;
        sorts[s](data, 30);
        if (s == 0)
            memcpy(first, data, sizeof first);
        printf("%d\n", memcmp(first, data, sizeof first));
    }
    for (int i = 0; i < 30; i++)
        printf("%d ", data[i]);
    printf("\n");
    return 0;
}
