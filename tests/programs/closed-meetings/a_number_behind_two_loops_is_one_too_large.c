// The bound of `n` that two loops leave alone is one too large for the array.
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
  int *numbers = malloc(1000 * sizeof *numbers);
  if (!numbers)
    return 0;
  numbers[n] = 1; //~ error[out-of-bounds]
  free(numbers);
  return 0;
}
