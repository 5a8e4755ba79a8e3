#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define SWAP(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

struct pair { int a, b; };

int main(void)
{
    int i = 3, j = 7;
    printf("%d\n", MAX(i++, j--));
    printf("%d\n", MAX(i, MAX(j, 5)));
    printf("%d %d\n", i, j);
    printf("%g\n", MAX(2.5, i));
    SWAP(i, j);
    printf("%d %d\n", i, j);
    struct pair p = { 1, 2 }, q = { 3, 4 };
    SWAP(p, q);
    printf("%d %d\n", p.a, q.b);
    int total = ({ int sum = 0; for (int k = 1; k <= 4; k++) sum += k; sum; });
    printf("%d\n", total);
    typeof(int[3]) array = { 7, 8, 9 };
    typeof(&array[0]) pointer = array + 1;
    typeof(*pointer) copy = *pointer;
    __auto_type inferred = array[2] * 1.5;
    printf("%d %g %zu\n", copy, inferred, ARRAY_SIZE(array));
    int nested = ({ int a = ({ int b = 2; b * b; }); a + ({ a * 10; }); });
    printf("%d\n", nested);
    for (int k = 0; k < 3; k++)
        printf("%d ", ({ if (k == 1) continue; k * 100; }));
    printf("%d\n", ({ struct pair r = { 5, 6 }; r; }).b);
    typeof(printf) *say = printf;
    say("%s\n", "typeof a function");
    return 0;
}
