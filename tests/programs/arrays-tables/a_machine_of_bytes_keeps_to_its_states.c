// The next state is a byte of a table whose bytes are told as longer words.
//@ mode: check
#include <stdio.h>

enum state { IDLE, RUNNING, STOPPED, STATES };

static const char *const names[STATES] = {"idle", "running", "stopped"};
static const unsigned char next[STATES][3] = {
    {RUNNING, IDLE, STOPPED}, {RUNNING, STOPPED, IDLE}, {IDLE, IDLE, STOPPED}};
static unsigned char count_of[STATES] = {1, 2, 3};

int main(void) {
  enum state state = IDLE;
  int visits[4] = {0};
  int letter;
  while ((letter = getchar()) != EOF) {
    if (letter < '0' || letter > '2')
      continue;
    state = next[state][letter - '0'];
    puts(names[state]);
    visits[count_of[state]]++;
  }
  return 0;
}
