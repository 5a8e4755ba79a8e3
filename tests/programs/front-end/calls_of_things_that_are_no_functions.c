int f(int x) {
  return x(1); //~ error[not-a-function]
}

int two(int a, int b);

int g(void) {
  return two(1); //~ error[argument-count]
}

int h(void) {
  return two(1, 2, 3); //~ error[argument-count]
}
