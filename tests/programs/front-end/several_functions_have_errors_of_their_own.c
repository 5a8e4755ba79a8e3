int first(void) {
  return alpha; //~ error[undeclared]
}

int second(int x) {
  return x +; //~ error[syntax]
}

int third(void) {
  return beta; //~ error[undeclared]
}

int fine(void) {
  return first() + second(1) + third();
}
