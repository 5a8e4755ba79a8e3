//@ mode: check
// A text that is written somewhere in the block of an array leaves its elements alone: they are lost with it.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int place = __VERIFIER_nondet_int(), zero = __VERIFIER_nondet_int(), count = __VERIFIER_nondet_int();
  if (place < 1 || place > 8 || zero < 1 || zero > 8 || count < 1 || count > 1000) {
    return 0;
  }
  char **elements = malloc(count * sizeof *elements + 32);
  if (!elements) {
    return 0;
  }
  for (int i = 0; i < count; i++) {
    elements[i] = malloc(4);
  }
  char *room = (char *)(elements + count);
  room[zero] = 0;
  strcpy(room + place, "hello");
  free(elements); //~ error[memory-lost]
  return 0;
}
