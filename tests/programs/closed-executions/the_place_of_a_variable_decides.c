// Where variables lie is for the implementation to say: an execution in which all is well proves nothing.
int main(void) {
  int variable = 0;
  int numbers[32];
  numbers[(unsigned long)&variable / 4 % 33] = 1; //~ alarm[out-of-bounds]
  return 0;
}
