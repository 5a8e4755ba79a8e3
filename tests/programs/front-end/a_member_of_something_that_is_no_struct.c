int f(int x, int *p) {
  return x.y; //~ error[no-member]
}

int g(int *p) {
  return p->y; //~ error[no-member]
}
