// What leaves the first loop arrives at the second one in parts: none, one or two rounds, and at last any number of them.
// The last part has all of the others, so the bound of `n` is one that does not move.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    ;
  for (int i = 0; i < n; i++)
    ;
  int *numbers = malloc(1001 * sizeof *numbers);
  if (!numbers)
    return 0;
  numbers[n] = 1;
  free(numbers);
  return 0;
}
