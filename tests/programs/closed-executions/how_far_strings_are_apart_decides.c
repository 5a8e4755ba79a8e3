// Only the sign of what `strcmp` returns is told.
#include <string.h>

int main(void) {
  int numbers[4];
  int distance = strcmp("c", "a");
  if (distance > 0) {
    numbers[distance] = 1; //~ alarm[out-of-bounds]
  }
  return 0;
}
