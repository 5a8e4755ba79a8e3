#include <stdio.h>

static int rank(char grade)
{
    switch (grade) {
    case 'a': return 1;
    case 'b': return 2;
    }
}

int main(void)
{
    printf("%d\n", rank('b'));
    printf("%d\n", rank('z')); //~ error[missing-return-value]
    return 0;
}
