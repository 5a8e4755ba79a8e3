// One entry of the table is no state.
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
    int counts[STATES] = { 0 };
    int state = START, letter;
    while ((letter = getchar()) != EOF) {
        state = next[state][classify(letter)];
        counts[state]++; //~ error[out-of-bounds]
        if (state == DONE)
            break;
    }
    printf("%d %d\n", counts[IN_WORD], counts[IN_NUMBER]);
    return 0;
}
