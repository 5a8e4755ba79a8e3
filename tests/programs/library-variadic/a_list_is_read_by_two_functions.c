// The usual mistake of a function that formats: the length first, then the text, from the same list. On most machines the second function
// goes on where the first one has ended. (Where lists are passed by value, as with `-m32`, it does not.)
//@ mode: check
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *text(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(NULL, 0, format, list);
  char *result = length < 0 ? NULL : malloc((size_t)length + 1);
  if (result) {
    vsnprintf(result, (size_t)length + 1, format, list); //~ error[variadic-misuse] "is used again after a function has read from it"
  }
  va_end(list);
  return result;
}

int main(void) {
  char *result = text("%s-%d", "a", 1);
  free(result);
  return 0;
}
