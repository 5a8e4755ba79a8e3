int f(int a, int b) {
  a + b = 3; //~ error[not-an-lvalue]
  return a;
}

int *g(int a) {
  return &(a + 1); //~ error[not-an-lvalue]
}

void h(int a) {
  7++; //~ error[not-an-lvalue]
}

int array[3], other[3];
void k(void) {
  array = other; //~ error[not-an-lvalue]
}
