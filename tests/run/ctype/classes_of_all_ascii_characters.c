#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int counts[12] = { 0 };
    for (int c = 0; c < 128; c++) {
        int classes[] = { isalnum(c), isalpha(c), isblank(c), iscntrl(c), isdigit(c), isgraph(c),
                          islower(c), isprint(c), ispunct(c), isspace(c), isupper(c), isxdigit(c) };
        unsigned mask = 0;
        for (int i = 0; i < 12; i++)
            if (classes[i]) {
                mask |= 1u << i;
                counts[i]++;
            }
        printf("%03x%c", mask, c % 16 == 15 ? '\n' : ' ');
    }
    for (int i = 0; i < 12; i++)
        printf("%d ", counts[i]);
    printf("\n%d %d\n", isalpha(EOF) != 0, isprint(200) != 0);
    return 0;
}
