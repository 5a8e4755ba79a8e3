struct point { int x, y; };

int f(struct point a, struct point b) {
  return a + b; //~ error[type-mismatch]
}

int g(int *p, int *q) {
  return p * q; //~ error[type-mismatch]
}

int h(double d) {
  return d % 2; //~ error[type-mismatch]
}

int k(struct point p) {
  if (p) //~ error[type-mismatch]
    return 1;
  return 0;
}
