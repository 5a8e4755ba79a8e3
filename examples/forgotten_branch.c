// Reads commands from `__VERIFIER_nondet_int` and keeps one buffer. One command forgets the old one.
// `besom run --choices 1,1,2,0 examples/forgotten_branch.c` takes the branch that loses memory;
// `--choices 1,2,1,0` does not.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *buffer = NULL;
  for (int command = __VERIFIER_nondet_int(); command != 0; command = __VERIFIER_nondet_int()) {
    if (command == 1) {
      buffer = malloc(16);
    } else if (command == 2) {
      free(buffer);
      buffer = NULL;
    }
  }
  free(buffer);
  return 0;
}
