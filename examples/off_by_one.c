// Joins words with commas. The buffer has no room for the terminating zero.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char **words, int count) {
  size_t length = 0;
  for (int i = 0; i < count; i++)
    length += strlen(words[i]) + 1;
  char *result = malloc(length - 1);
  if (result == NULL)
    exit(1);
  char *end = result;
  for (int i = 0; i < count; i++) {
    if (i > 0)
      *end++ = ',';
    size_t size = strlen(words[i]);
    memcpy(end, words[i], size);
    end += size;
  }
  *end = 0;
  return result;
}

int main(void) {
  const char *words[] = {"broom", "besom", "brush"};
  char *text = join(words, 3);
  puts(text);
  free(text);
  return 0;
}
