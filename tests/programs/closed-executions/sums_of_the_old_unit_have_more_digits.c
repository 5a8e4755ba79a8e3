//@ flags: -m32
// Processors of this data model may compute with more digits than they store, so one execution is not all.
int main(void) {
  double third = 1.0 / 3;
  int numbers[2];
  numbers[third * 3 != 1.0] = 1;
  numbers[third * 7 == 7 * third ? 0 : 2] = 1; //~ false-alarm[out-of-bounds] "what this unit computes is not followed"
  return 0;
}
