// A conversion that prints no letter of its string does not look for its end.
#include <stdio.h>

int main(void)
{
    char letters[2] = { 'a', 'b' };
    printf("%.0s%.2s\n", letters, letters);
    return 0;
}
