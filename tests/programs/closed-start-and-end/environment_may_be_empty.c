//@ mode: check
// Nobody promises that there is a first variable.
#include <stdio.h>

extern char **environ;

int main(void) {
  puts(environ[0]); //~ error[null-dereference]
  return 0;
}
