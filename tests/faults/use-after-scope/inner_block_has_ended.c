//@ seen-by: asan
#include <stdio.h>

int main(void)
{
    int *p = NULL;
    for (int i = 0; i < 3; i++) {
        int inner = i * 10; //~ note "allocated here"
        if (i == 1)
            p = &inner;
    }
    printf("%d\n", *p); //~ error[use-after-scope]
    return 0;
}
