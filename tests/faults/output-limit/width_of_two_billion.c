#include <stdio.h>

int main(void)
{
    int width = 10;
    for (int i = 0; i < 9; i++) {
        char text[4];
        printf("%d\n", snprintf(text, sizeof text, "%*d", width, 7)); //~ gave-up[output-limit]
        width *= 9;
    }
    return 0;
}
