#include <stdio.h>
#include <stdlib.h>

struct person { int number; struct person *next; };

static int survivor(int count, int step, int print)
{
    struct person *last = NULL;
    for (int i = 1; i <= count; i++) {
        struct person *p = malloc(sizeof *p);
        p->number = i;
        if (last) {
            p->next = last->next;
            last->next = p;
        } else {
            p->next = p;
        }
        last = p;
    }
    while (last->next != last) {
        for (int i = 1; i < step; i++)
            last = last->next;
        struct person *out = last->next;
        if (print)
            printf("%d ", out->number);
        last->next = out->next;
        free(out);
    }
    int number = last->number;
    free(last);
    return number;
}

int main(void)
{
    printf("survivor %d\n", survivor(10, 3, 1));
    for (int n = 1; n <= 16; n++)
        printf("%d ", survivor(n, 2, 0));
    printf("\n");
    return survivor(41, 3, 0);
}
