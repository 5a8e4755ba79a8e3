//@ mode: check
// The condition compares what the counter was: the loop has as many rounds as there are bytes.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 2000 || size > 3000) {
    return 0;
  }
  char *bytes = malloc(size);
  if (!bytes) {
    return 1;
  }
  int rounds = 0, i = 0;
  while (i++ < size) {
    rounds++;
  }
  bytes[rounds] = 0; //~ error[out-of-bounds]
  free(bytes);
  return 0;
}
