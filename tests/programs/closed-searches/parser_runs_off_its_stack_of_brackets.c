// The error needs a text of a certain form on the standard input: a square bracket that is closed while no other is open.
#include <stdio.h>
#include <stdlib.h>

struct open {
  struct open *outer;
  int kind;
};

int main(void) {
  struct open *innermost = NULL;
  int letter;
  while ((letter = getchar()) != EOF) {
    if (letter == '(' || letter == '[') {
      struct open *open = malloc(sizeof *open);
      if (!open) break;
      open->outer = innermost;
      open->kind = letter;
      innermost = open;
    } else if (letter == ')' && innermost && innermost->kind == '(') {
      struct open *open = innermost;
      innermost = open->outer;
      free(open);
    } else if (letter == ']' && innermost && innermost->kind == '[') {
      struct open *open = innermost;
      innermost = open->outer->outer; //~ error[null-dereference]
      free(open);
    }
  }
  while (innermost) {
    struct open *outer = innermost->outer;
    free(innermost);
    innermost = outer;
  }
  return 0;
}
