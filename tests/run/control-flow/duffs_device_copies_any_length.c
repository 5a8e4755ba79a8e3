#include <stdio.h>
#include <string.h>

static int copy(char *to, const char *from, int count)
{
    int rounds = (count + 7) / 8, turns = 0;
    if (count == 0)
        return 0;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
                 turns++;
            } while (--rounds > 0);
    }
    return turns;
}

int main(void)
{
    const char *text = "abcdefghijklmnopqrstuvwxyz";
    for (int n = 0; n <= 26; n += 3) {
        char buffer[32];
        memset(buffer, '.', sizeof buffer);
        int turns = copy(buffer, text, n);
        printf("%2d %d %.*s %c\n", n, turns, n, buffer, buffer[n]);
    }
    return 0;
}
