// A machine goes from state to state by a table; the states are those of the table.
//@ mode: check
#include <stdio.h>

enum state { START, IN_WORD, IN_NUMBER, DONE, STATES };
enum input { LETTER, DIGIT, SPACE, OTHER, INPUTS };

static const unsigned char next[STATES][INPUTS] = {
    [START] = { IN_WORD, IN_NUMBER, START, DONE },
    [IN_WORD] = { IN_WORD, IN_WORD, START, DONE },
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
        counts[state]++;
        if (state == DONE)
            break;
    }
    printf("%d %d\n", counts[IN_WORD], counts[IN_NUMBER]);
    return 0;
}
