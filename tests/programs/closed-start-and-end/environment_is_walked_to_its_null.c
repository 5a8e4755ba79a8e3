//@ mode: check
// The environment is an array of strings with a null pointer behind, which the third argument of `main` leads to as well.
#include <stdio.h>
#include <string.h>

extern char **environ;

static size_t letters(char **variables) {
  size_t sum = 0;
  for (char **variable = variables; *variable; variable++) {
    sum += strlen(*variable);
  }
  return sum;
}

int main(int count, char **arguments, char **variables) {
  for (int i = 0; environ[i]; i++) {
    puts(environ[i]);
  }
  return letters(environ) != letters(variables) && count > 0 && arguments != NULL;
}
