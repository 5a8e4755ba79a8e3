// Each function that formats gets a list of its own; one without conversions reads from none.
//@ mode: check
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *text(const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  vprintf("text:", list);
  int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  char *result = length < 0 ? NULL : malloc((size_t)length + 1);
  if (result) {
    vsnprintf(result, (size_t)length + 1, format, again);
  }
  va_end(again);
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
  return result;
}

int main(void) {
  char *result = text("%s-%d", "a", 1);
  free(result);
  return 0;
}
