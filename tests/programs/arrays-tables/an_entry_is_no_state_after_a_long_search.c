// One entry of the table is no state, but no execution of a few steps gets there.
//@ mode: check
#include <stdio.h>

enum state { START, IN_WORD, IN_NUMBER, DONE, STATES };
enum input { LETTER, DIGIT, SPACE, OTHER, INPUTS };

static const unsigned char next[STATES][INPUTS] = {
    [START] = { IN_WORD, IN_NUMBER, START, DONE },
    [IN_WORD] = { IN_WORD, IN_WORD, START, STATES },
    [IN_NUMBER] = { IN_WORD, IN_NUMBER, START, DONE },
    [DONE] = { DONE, DONE, DONE, DONE },
};

static enum input classify(int letter)
{
    if (letter >= 'a' && letter <= 'z')
        return LETTER;
    if (letter >= '0' && letter <= '9')
        return DIGIT;
    return letter == ' ' ? SPACE : OTHER;
}

int main(void)
{
    unsigned h = 7;
    for (int q = 0; q < 54321; q++)
        h = h * 31u + (unsigned)getchar();
    if (h != 123456789u)
        return 0;
    int counts[STATES] = { 0 };
    int state = START, letter;
    while ((letter = getchar()) != EOF) {
        state = next[state][classify(letter)];
        counts[state]++; //~ alarm[out-of-bounds]
        if (state == DONE)
            break;
    }
    printf("%d %d\n", counts[IN_WORD], counts[IN_NUMBER]);
    return 0;
}
