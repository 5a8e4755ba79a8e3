// No input, and nothing that implementations decide: the program has one execution, which is its own proof.
#include <assert.h>
#include <math.h>
#include <stdio.h>

static double root(double number) {
  double guess = number;
  for (int i = 0; i < 60; i++) {
    guess = (guess + number / guess) / 2;
  }
  return guess;
}

int main(void) {
  assert(fabs(root(2.0) - 1.41421356237) < 1e-9);
  assert(0.1 + 0.2 != 0.3);
  printf("%.10f\n", root(2.0));
  return 0;
}
