// As `a_machine_of_bytes_keeps_to_its_states.c`, but one entry is no state.
//@ mode: check
#include <stdio.h>

enum state { IDLE, RUNNING, STOPPED, STATES };

static const char *const names[STATES] = {"idle", "running", "stopped"};
static const unsigned char next[STATES][3] = {
    {RUNNING, IDLE, STOPPED}, {RUNNING, STOPPED, IDLE}, {IDLE, IDLE, STATES}};
static unsigned char count_of[STATES] = {1, 2, 3};

int main(void) {
  enum state state = IDLE;
  int visits[4] = {0};
  int letter;
  while ((letter = getchar()) != EOF) {
    if (letter < '0' || letter > '2')
      continue;
    state = next[state][letter - '0'];
    puts(names[state]); //~ error[out-of-bounds]
    visits[count_of[state]]++;
  }
  return 0;
}
