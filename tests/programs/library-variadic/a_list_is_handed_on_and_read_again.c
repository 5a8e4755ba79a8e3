// A logger hands its list to a function for each of two streams; the first one has read from it.
//@ mode: check
#include <stdarg.h>
#include <stdio.h>

static void put(FILE *stream, const char *format, va_list list) {
  vfprintf(stream, format, list); //~ error[variadic-misuse] "is used again after a function has read from it"
}

static void report(const char *format, ...) {
  va_list list;
  va_start(list, format);
  put(stdout, format, list);
  put(stderr, format, list);
  va_end(list);
}

int main(void) {
  report("%s %d\n", "line", 3);
  return 0;
}
