struct point { int x, y; };

int f(struct point p) {
  return (int)p; //~ error[invalid-cast]
}

void *g(double d) {
  return (void *)d; //~ error[invalid-cast]
}

struct point h(int x) {
  return (struct point)x; //~ error[invalid-cast]
}
